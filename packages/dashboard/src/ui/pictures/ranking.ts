import type { Preview } from '@palate/client'
import type { ComparedScores, Ranks } from '@palate/core/report/ranking.ts'

type PreviewedVerdict = NonNullable<Preview['frames'][number]['verdict']>[string]

/** A displayed frame with its scores in two states of a profile. */
export interface ComparedFrame extends ComparedScores {
  readonly url: string | null
  readonly src: string | null
  /** Its name or description. */
  readonly alt: string
  /** The decisions, and whether the move is more than uncertainty; unknown if they were not asked for. */
  readonly verdict?: PreviewedVerdict
}

export type RankedFrame = ComparedFrame & Ranks

/** "from 5th to 2nd place", for screen readers. */
export function describeMove({ rankBefore, rankAfter, rise }: RankedFrame): string {
  if (rankAfter === null) return 'could not be scored'
  if (rankBefore === null) return `now ${ordinal(rankAfter)}`
  if (rise === 0) return `stays ${ordinal(rankAfter)}`
  return `from ${ordinal(rankBefore)} to ${ordinal(rankAfter)} place`
}

/** Whether a move is more than what the model is unsure of. Another decision always counts. */
export function isTelling({ rise, verdict }: Pick<RankedFrame, 'rise' | 'verdict'>): boolean {
  return verdict === undefined ? rise !== 0 : verdict.isSure || isDecidedAnew(verdict)
}

export function isDecidedAnew(verdict: PreviewedVerdict | undefined): boolean {
  return verdict?.from !== undefined && verdict.from !== verdict.to
}

/** "now passes", "no longer passes"; undefined if the decision is as before. */
export function describeDecision(verdict: PreviewedVerdict | undefined): string | undefined {
  if (!verdict || !isDecidedAnew(verdict)) return undefined
  if (verdict.to === 'pass') return 'now passes'
  if (verdict.to === 'fail') return 'now fails'
  return verdict.from === 'pass' ? 'no longer passes' : 'no longer fails'
}

/** What the change does to the decisions, of all frames that were looked at. */
export function describeDecisions(decidedAnew: number, considered: number): string {
  const pictures = considered === 1 ? 'picture' : 'pictures'
  if (decidedAnew === 0) return `No verdict changes among ${considered} ${pictures}.`
  return `${decidedAnew} of ${considered} ${pictures} ${decidedAnew === 1 ? 'changes' : 'change'} verdict.`
}

/** Summary of all moves that count, in one or two sentences. */
export function describeMoves(frames: readonly RankedFrame[]): string {
  const telling = frames.filter(isTelling)
  const moved = telling.filter(({ rise }) => rise !== 0)
  if (moved.length === 0) {
    if (frames.some(({ rise }) => rise !== 0)) return 'The moves are within the uncertainty.'
    return frames.length === 1 ? 'The picture stays where it is.' : 'The order stays the same.'
  }
  const largest = moved.toSorted((a, b) => Math.abs(b.rise) - Math.abs(a.rise))[0]
  const count = `${moved.length} of ${frames.length} pictures change places.`
  return largest === undefined ? count : `${count} Largest move: ${largest.alt}, ${describeMove(largest)}.`
}

export function ordinal(rank: number): string {
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
  return `${rank}${endings[ordinals.select(rank)]}`
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
