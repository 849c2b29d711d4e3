package org.kalends.ingest.icalendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

final class ComponentIndexTest {
  @Property
  void shouldChainWhatAMapWouldGroup(
      @ForAll @Size(max = 500) List<@LongRange(min = -40, max = 400) Long> fingerprints) {
    ComponentIndex index = new ComponentIndex();
    Map<Long, List<Integer>> groups = new LinkedHashMap<>();
    for (int i = 0; i < fingerprints.size(); i++) {
      long fingerprint = fingerprints.get(i);
      int component = index.add(i * 10L, 10, i + 1, 1, 0);
      boolean chained = fingerprint >= 0;
      if (chained) {
        index.chain(component, fingerprint);
      }
      groups.computeIfAbsent(chained ? fingerprint : -1L - i, key -> new ArrayList<>()).add(i);
    }

    List<List<Integer>> chains = new ArrayList<>();
    for (int head = 0; head < index.size(); head++) {
      if (index.isHead(head)) {
        List<Integer> chain = new ArrayList<>();
        for (int i = head; i != ComponentIndex.NONE; i = index.next(i)) {
          chain.add((int) (index.offset(i) / 10));
        }
        chains.add(chain);
      }
    }

    assertThat(chains).isEqualTo(List.copyOf(groups.values()));
  }
}
