import type { Disagreements } from '@palate/client'
import { counted } from '../../../ui/format.ts'
import type { LabelItem } from '../teach/label/label-deck.ts'
import { splitOf } from './round.ts'

type JudgedPicture = Disagreements['judged'][number]

export interface RoundPicture {
  readonly item: LabelItem
  readonly votes: JudgedPicture['votes']
}

/** The votes on each picture of a round, most divisive first. */
export function resultOf(
  items: readonly LabelItem[],
  hashes: readonly (string | undefined)[],
  judged: readonly JudgedPicture[],
): readonly RoundPicture[] {
  const votes = new Map(judged.map((one) => [one.picture.contentHash, one.votes]))
  return items
    .map((item, i) => ({ item, votes: votes.get(hashes[i] ?? null) ?? [] }))
    .toSorted((a, b) => splitOf(b.votes) - splitOf(a.votes))
}

/** "You agree with everybody on 4 of 12 pictures." */
export function roundSummary(pictures: readonly RoundPicture[], personId: string | undefined): string {
  const shared = pictures.filter(({ votes }) => votes.length > 1)
  if (shared.length === 0) return 'You are the first. Send the address to the others.'
  const agreed = shared.filter(({ votes }) => new Set(votes.map(({ label }) => label)).size === 1).length
  const isIn = shared.some(({ votes }) => votes.some(({ by }) => by === personId))
  const who = isIn ? 'You all agree' : 'Everybody agrees'
  return `${who} on ${agreed} of ${counted(shared.length, 'picture')}.`
}
