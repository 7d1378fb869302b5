import type { ComparedScores, Ranks } from '@palate/core/report/ranking.ts'

/** A displayed frame with its scores in two states of a profile. */
export interface ComparedFrame extends ComparedScores {
  readonly url: string | null
  readonly src: string | null
  /** Its name or description. */
  readonly alt: string
}

export type RankedFrame = ComparedFrame & Ranks

/** "from 5th to 2nd place", for screen readers. */
export function describeMove({ rankBefore, rankAfter, rise }: RankedFrame): string {
  if (rankAfter === null) return 'could not be scored'
  if (rankBefore === null) return `now ${ordinal(rankAfter)}`
  if (rise === 0) return `stays ${ordinal(rankAfter)}`
  return `from ${ordinal(rankBefore)} to ${ordinal(rankAfter)} place`
}

/** Summary of all moves, in one or two sentences. */
export function describeMoves(frames: readonly RankedFrame[]): string {
  const moved = frames.filter(({ rise }) => rise !== 0)
  if (moved.length === 0) return frames.length === 1 ? 'The picture stays where it is.' : 'The order stays the same.'
  const largest = moved.toSorted((a, b) => Math.abs(b.rise) - Math.abs(a.rise))[0]
  const count = `${moved.length} of ${frames.length} pictures change places.`
  return largest === undefined ? count : `${count} Largest move: ${largest.alt}, ${describeMove(largest)}.`
}

export function ordinal(rank: number): string {
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
  return `${rank}${endings[ordinals.select(rank)]}`
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
