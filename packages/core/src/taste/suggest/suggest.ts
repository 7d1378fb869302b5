import type { Measured } from '../attributes.ts'
import type { Coordinates } from '../gaussian-process/kernel.ts'
import type { TasteFrame } from '../gaussian-process/observations.ts'
import { type Matrix, matrix } from '../linear-algebra/matrix.ts'
import type { LearnedModel } from '../model/learned-model.ts'
import { type Beliefs, beliefsAt } from './beliefs.ts'
import { type Chosen, choose } from './choose.ts'
import { chooseQuestions } from './choose-questions.ts'
import { framesLookedAt, sampleFrames } from './frame-sample.ts'
import { openPairs, repeatablePairs } from './pairs.ts'
import { questionReason, reasonFor, repeatReason } from './reasons.ts'
import { numberOf, numbersFrom } from './seeded.ts'

export const suggestionKinds = ['question', 'label', 'comparison'] as const
export type SuggestionKind = (typeof suggestionKinds)[number]

/** What is known about the taste, and what was judged. Frames are referred to by their index. */
export interface SuggestInput {
  /** Seeds all random choices: the same text gives the same suggestions. */
  readonly seed: string
  readonly kinds: readonly SuggestionKind[]
  readonly limit: number
  readonly model: LearnedModel
  readonly frames: Frames
  readonly judged: Judged
  /** Frames without a URL, which cannot be labelled. */
  readonly withoutAddress: readonly number[]
  /** Ids of the answered questions. */
  readonly answered: readonly string[]
  /** The share of comparisons that repeat earlier ones. */
  readonly repeatShare: number
}

/** Computes frames on demand, because only some of many frames are used. */
export interface Frames {
  readonly count: number
  /** The coordinates of `at(index).taste`, for much less time. */
  coordinatesAt(index: number): Coordinates
  at(index: number): { readonly taste: TasteFrame; readonly attributes: Measured }
}

export interface Judged {
  readonly labels: readonly number[]
  /** In the order in which they were judged. */
  readonly pairs: readonly (readonly [number, number])[]
}

export type Suggested =
  | { readonly kind: 'question'; readonly id: string; readonly gain: number; readonly reason: string }
  | { readonly kind: 'label'; readonly frame: number; readonly gain: number; readonly reason: string }
  | {
      readonly kind: 'comparison'
      readonly a: number
      readonly b: number
      readonly gain: number
      readonly reason: string
      readonly repeat?: true
    }

/** Number of frames used to estimate how far an answer moves the project's frames apart. */
const questionFramesMax = 30

/** The frames, by index, that `suggest` looks at. */
export function framesFor(seed: string, count: number): readonly number[] {
  return framesLookedAt(count, numbersFrom(seed))
}

/** What to ask next, most informative first. */
export function suggest(input: SuggestInput): readonly Suggested[] {
  const sample = createSample(input)
  const ofKind = {
    question: () => suggestQuestions(input, sample),
    label: () => suggestLabels(input, sample),
    comparison: () => suggestComparisons(input, sample),
  }
  return mixed(
    input.kinds.map((kind): readonly Suggested[] => ofKind[kind]()),
    input.limit,
  )
}

/** The best of each kind first, so that every kind is represented; then by gain. */
function mixed(lists: readonly (readonly Suggested[])[], limit: number): readonly Suggested[] {
  const byGain = (one: Suggested, other: Suggested) => other.gain - one.gain
  const sorted = lists.map((list) => list.toSorted(byGain))
  const longest = Math.max(0, ...sorted.map((list) => list.length))
  const inTurn = Array.from({ length: longest }, (_, i) => sorted.flatMap((list) => list[i] ?? []).sort(byGain)).flat()
  return inTurn.slice(0, limit).sort(byGain)
}

interface FrameSample {
  /** Indices into the frames of the input. Everything else refers to frames by their index in the sample. */
  readonly members: readonly number[]
  readonly positions: ReadonlyMap<number, number>
  readonly beliefs: Beliefs
  readonly uses: Float64Array
  readonly random: () => number
}

function createSample({ seed, frames, model, judged }: SuggestInput): FrameSample {
  const random = numbersFrom(seed)
  const members = sampleFrames(frames.count, (i) => frames.coordinatesAt(i), random)
  const positions = new Map(members.map((frame, i) => [frame, i]))
  const beliefs = beliefsAt(
    model.taste,
    members.map((i) => frames.at(i).taste),
    members.length === frames.count,
  )
  const uses = new Float64Array(members.length)
  for (const frame of [...judged.labels, ...judged.pairs.flat()]) {
    const position = positions.get(frame)
    if (position !== undefined) uses[position] = (uses[position] as number) + 1
  }
  return { members, positions, beliefs, uses, random }
}

function suggestLabels(input: SuggestInput, sample: FrameSample): readonly Suggested[] {
  const closed = new Set([...input.judged.labels, ...input.withoutAddress])
  const candidates = sample.members.flatMap((frame, a) => (closed.has(frame) ? [] : [{ a }]))
  return choose({ ...sample, candidates, limit: input.limit }).map((one) => ({
    kind: 'label',
    frame: sample.members[one.a] as number,
    gain: rounded(one.gain),
    reason: reasonIn(input, sample, one),
  }))
}

function suggestComparisons(input: SuggestInput, sample: FrameSample): readonly Suggested[] {
  const { seed, limit, repeatShare, judged } = input
  const chosen = choose({ ...sample, candidates: openPairs(sample.members, judged.pairs, sample.random), limit })
  const repeats = [...repeatablePairs(judged.pairs)]
  return chosen.map((one, slot) => {
    const fresh = [sample.members[one.a] as number, sample.members[one.b ?? one.a] as number] as const
    const isRepeat = repeats.length > 0 && numberOf(`${seed} repeat ${judged.pairs.length + slot}`) < repeatShare
    const [repeated] = isRepeat ? repeats.splice(Math.floor(sample.random() * repeats.length), 1) : []
    const [first, second] = repeated ?? fresh
    const isTurned = numberOf(`${seed} side ${Math.min(first, second)} ${Math.max(first, second)}`) < 0.5
    return {
      kind: 'comparison',
      ...(isTurned ? { a: second, b: first } : { a: first, b: second }),
      gain: rounded(one.gain),
      reason: repeated ? repeatReason : reasonIn(input, sample, one),
      ...(repeated && { repeat: true }),
    }
  })
}

function suggestQuestions({ model, frames, answered, limit }: SuggestInput, sample: FrameSample): readonly Suggested[] {
  const step = Math.max(1, Math.ceil(sample.members.length / questionFramesMax))
  const shown = sample.members.flatMap((_, i) => (i % step === 0 ? [i] : []))
  const chosen = chooseQuestions({
    dimension: model.dimension,
    wishes: model.wishes,
    answered: new Set(answered),
    measured: shown.map((i) => frames.at(sample.members[i] as number).attributes),
    beliefs: { ...sample.beliefs, covariance: partOf(sample.beliefs.covariance, shown) },
    limit,
  })
  return chosen.map((one) => ({
    kind: 'question',
    id: one.question.id,
    gain: rounded(one.gain),
    reason: questionReason(one, frames.count > 1),
  }))
}

function partOf({ columns, values }: Matrix, chosen: readonly number[]): Matrix {
  return matrix(
    chosen.length,
    chosen.length,
    (i, j) => values[(chosen[i] as number) * columns + (chosen[j] as number)] as number,
  )
}

function reasonIn({ frames, model }: SuggestInput, { members, beliefs }: FrameSample, chosen: Chosen): string {
  return reasonFor(chosen, beliefs, (i) => frames.at(members[i] as number).taste, model.taste)
}

/** Four decimals, as scores have. */
function rounded(gain: number): number {
  return Math.round(Math.min(1, Math.max(0, gain)) * 1e4) / 1e4
}
