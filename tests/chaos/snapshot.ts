import type { Snapshot } from './ledger.ts'
import type { Random } from './random.ts'

/** A snapshot of random elements, two thirds of which are shared with other versions. */
export function snapshotOf(id: string, random: Random): Snapshot {
  const elements = <Element>(make: (i: number, owner: string) => Element) =>
    Array.from({ length: random.below(20) }, (_, i) => make(i, i % 3 === 0 ? id : 'everyone'))
  return {
    constraints: elements((i, owner) => ({ id: `con-${i}`, question: `What of ${i}?`, answer: owner })),
    exemplars: elements((i, owner) => ({
      id: `exm-${i}`,
      label: i % 2 ? 'good' : 'bad',
      url: 'https://example.com/a.png',
      of: owner,
    })),
    comparisons: elements((i, owner) => ({ id: `cmp-${i}`, frameA: 'a', frameB: `b-${i}`, winner: 'a', of: owner })),
  }
}
