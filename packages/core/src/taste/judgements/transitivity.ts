import { at, type Edge, graphOf } from './preference-graph.ts'

/**
 * Share of the triples of mutually compared frames whose preferences are transitive; null without such triples. A
 * preference is an edge from the better frame to the worse; no two are about the same pair.
 *
 * Each pair is read from the frame with fewer comparisons to the one with more. A triple is then found once, from the
 * frame with the fewest, and no frame has more than √(2·pairs) such edges, however often it was compared. The 20,000
 * comparisons that a state may have take at most 1.3 million steps.
 */
export function transitivityOf(frameCount: number, preferences: readonly Edge[]): number | null {
  const rank = ranksByComparisons(frameCount, preferences)
  const ranked = preferences.map(([better, worse]): Edge => {
    const [winner, loser] = [at(rank, better), at(rank, worse)]
    return winner < loser ? [winner, loser] : [loser, winner]
  })
  const isWin = preferences.map(([better, worse]) => (at(rank, better) < at(rank, worse) ? 1 : 0))
  const { starts, targets, edges } = graphOf(frameCount, ranked)
  const wins = Uint8Array.from(edges, (edge) => isWin[edge] ?? 0)
  /** For each frame, which frame last had an edge to it, and whether that frame won. */
  const reachedFrom = new Int32Array(frameCount).fill(-1)
  const reachedByWin = new Uint8Array(frameCount)
  let triples = 0
  let cyclic = 0
  for (let a = 0; a < frameCount; a++) {
    const [first, end] = [at(starts, a), at(starts, a + 1)]
    for (let i = first; i < end; i++) {
      reachedFrom[at(targets, i)] = a
      reachedByWin[at(targets, i)] = wins[i] as number
    }
    for (let i = first; i < end; i++) {
      const b = at(targets, i)
      for (let k = at(starts, b); k < at(starts, b + 1); k++) {
        const c = at(targets, k)
        if (reachedFrom[c] !== a) continue
        triples += 1
        // A over B, B over C and C over A, or all reversed.
        if (wins[i] === wins[k] && wins[i] !== reachedByWin[c]) cyclic += 1
      }
    }
  }
  return triples === 0 ? null : 1 - cyclic / triples
}

/** Renumbers the frames, those with the fewest comparisons first. */
function ranksByComparisons(frameCount: number, preferences: readonly Edge[]): Int32Array {
  const comparisons = new Int32Array(frameCount)
  for (const [better, worse] of preferences) {
    comparisons[better] = at(comparisons, better) + 1
    comparisons[worse] = at(comparisons, worse) + 1
  }
  const order = Int32Array.from({ length: frameCount }, (_, i) => i).sort(
    (a, b) => at(comparisons, a) - at(comparisons, b),
  )
  const rank = new Int32Array(frameCount)
  order.forEach((frame, i) => {
    rank[frame] = i
  })
  return rank
}
