import type { Comparison, Exemplar, NewAnnotations, Suggestion } from '@palate/client'
import type { NamedFrame } from '../../../api/project-frames.ts'

/** Two pictures to compare, with the sides as shown. */
export interface Pair {
  readonly id: string
  readonly left: NamedFrame
  readonly right: NamedFrame
  /** Asked again on purpose. The page does not show this, because it would bias the answer. */
  readonly isRepeat: boolean
}

export type Verdict = 'left' | 'right' | 'tie' | 'good' | 'bad'

/** The suggested pairs that are not in `known`, with randomised sides. */
export function newPairs(
  suggestions: readonly Suggestion[],
  known: ReadonlySet<string>,
  chance: () => number,
): readonly Pair[] {
  return suggestions
    .filter((suggestion) => suggestion.kind === 'comparison')
    .map((suggestion) => pairOf(suggestion, chance() < 0.5))
    .filter(({ id }) => !known.has(id))
}

type ComparisonSuggestion = Extract<Suggestion, { kind: 'comparison' }>

/** Leaves out why the pair is asked: knowing that would bias the answer. */
function pairOf({ frameA, frameB, repeat }: ComparisonSuggestion, isSwapped: boolean): Pair {
  const [left, right] = isSwapped ? [frameB, frameA] : [frameA, frameB]
  return { id: [frameA.id, frameB.id].sort().join(' '), left, right, isRepeat: repeat === true }
}

/**
 * The elements of a verdict: a comparison, or a label for each picture. The sides stay as shown. A repeated comparison is
 * kept beside the first one.
 */
export function annotationsOf({ left, right, isRepeat }: Pair, verdict: Verdict, dimension: string): NewAnnotations {
  const taught = dimensionMember(dimension)
  if (verdict === 'good' || verdict === 'bad')
    return { exemplars: [left, right].map((frame) => labelOf(frame, verdict, dimension)) }
  const winner = verdict === 'tie' ? 'tie' : verdict === 'left' ? left.id : right.id
  const comparison: Comparison = {
    frameA: referenceTo(left),
    frameB: referenceTo(right),
    winner,
    ...(isRepeat && { repeat: true }),
    ...taught,
  }
  return { comparisons: [comparison] }
}

export function labelOf({ id, url }: NamedFrame, label: 'good' | 'bad', dimension: string): Exemplar {
  return { label, frameId: id, ...(url !== null && { url }), ...dimensionMember(dimension) }
}

/** An element without a dimension teaches `aesthetics`, and `likeness` with it. */
export function dimensionMember(dimension: string): { dimension?: string } {
  return dimension === 'aesthetics' ? {} : { dimension }
}

/** The service knows a frame whose URI was not stored by its id. */
function referenceTo({ id, url }: NamedFrame) {
  return url === null ? id : { id, url }
}
