import type { Measured } from '../attributes.ts'
import type { Coordinates } from '../gaussian-process/kernel.ts'
import type { TasteFrame } from '../gaussian-process/observations.ts'
import { type Matrix, matrix } from '../linear-algebra/matrix.ts'
import type { LearnedModel } from '../model/learned-model.ts'
import { probabilityOf } from '../score.ts'
import { type Beliefs, beliefsAt } from './beliefs.ts'
import { type Candidate, type Chosen, choose, deciderOf, framesOf } from './choose.ts'
import { chooseQuestions } from './choose-questions.ts'
import { drawIndices, framesLookedAt, sampleFrames } from './frame-sample.ts'
import { distinctPairs, openPairs, pairName, repeatablePairs } from './pairs.ts'
import { othersReason, questionReason, reasonFor, repeatReason } from './reasons.ts'
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
  /** What the person who is asked has judged. */
  readonly judged: Judged
  /** What others have judged, and the person has not. How they judged is not told. */
  readonly judgedByOthers?: Judged
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
  /** What each label says, if that matters. */
  readonly areGood?: readonly boolean[]
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

/**
 * The share of labels and comparisons that ask a person about what others have judged: there a team learns where it
 * differs.
 */
export const othersShare = 0.25
/**
 * The share of these labels that are asked because the person probably sees the picture differently; the others are
 * asked because they are informative, so that nobody can tell from the question what others said.
 */
const differingShare = 0.5
/** So many frames that others have labelled are added to the sample, which has few of them in a large project. */
export const othersSampledMax = 30

/** The frames, by index, that `suggest` looks at. */
export function framesFor(input: Pick<SuggestInput, 'seed' | 'judgedByOthers'>, count: number): readonly number[] {
  return [...new Set([...framesLookedAt(count, numbersFrom(input.seed)), ...framesOfOthers(input)])]
}

/** Some of the frames that others have labelled. */
function framesOfOthers({ seed, judgedByOthers }: Pick<SuggestInput, 'seed' | 'judgedByOthers'>): readonly number[] {
  const frames = [...new Set(judgedByOthers?.labels)]
  return drawIndices(frames.length, othersSampledMax, numbersFrom(`${seed} others`)).map((i) => frames[i] as number)
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

function createSample(input: SuggestInput): FrameSample {
  const { seed, frames, model, judged } = input
  const random = numbersFrom(seed)
  const sampled = sampleFrames(frames.count, (i) => frames.coordinatesAt(i), random)
  const members = [...new Set([...sampled, ...framesOfOthers(input)])].sort((a, b) => a - b)
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
  const { seed, limit, judged, judgedByOthers } = input
  const closed = new Set([...judged.labels, ...input.withoutAddress])
  const open = sample.members.flatMap((frame, a) => (closed.has(frame) ? [] : [{ a }]))
  const ofOthers = new Set(judgedByOthers?.labels)
  const isOfOthers = ({ a }: Candidate) => ofOthers.has(sample.members[a] as number)
  const chooseAmong = (candidates: readonly Candidate[]) => choose({ ...sample, candidates, limit })
  const fresh = [...chooseAmong(open.filter((one) => !isOfOthers(one)))]
  const openOfOthers = open.filter(isOfOthers)
  const shared = ofOthers.size > 0 ? sharedInTurn(input, sample, openOfOthers, chooseAmong(openOfOthers)) : []
  const chosen: Chosen[] = []
  for (let slot = 0; slot < limit && fresh.length + shared.length > 0; slot++) {
    const isShared = shared.length > 0 && (fresh.length === 0 || isShareOfOthers(seed, judged.labels.length + slot))
    const next = isShared ? shared.shift() : fresh.shift()
    // What is asked for the team's sake has the place, and so the gain, of what is not asked instead.
    const gain = isShared ? fresh.shift()?.gain : undefined
    if (next) chosen.push({ ...next, gain: gain ?? next.gain })
  }
  return chosen.map((one) => ({
    kind: 'label',
    frame: sample.members[one.a] as number,
    gain: rounded(one.gain),
    reason: reasonIn(input, sample, one),
  }))
}

/** The informative ones, and as many by how probably the person sees them differently from those who judged them. */
function sharedInTurn(
  { seed, judgedByOthers }: SuggestInput,
  sample: FrameSample,
  all: readonly Candidate[],
  informative: readonly Chosen[],
): Chosen[] {
  const labels = new Map<number, number[]>()
  for (const [i, frame] of (judgedByOthers?.labels ?? []).entries()) {
    labels.set(frame, [...(labels.get(frame) ?? []), Number(judgedByOthers?.areGood?.[i] ?? 0.5)])
  }
  const differenceOf = ({ a }: Candidate) => {
    const theirs = labels.get(sample.members[a] as number) ?? []
    const share = theirs.reduce((sum, good) => sum + good, 0) / theirs.length
    const own = probabilityOf(deciderOf(sample.beliefs, { a }))
    return own * (1 - share) + (1 - own) * share
  }
  const differing = all.toSorted((one, other) => differenceOf(other) - differenceOf(one))
  const gains = new Map(informative.map(({ a, gain }) => [a, gain]))
  const taken = new Set<number>()
  return informative.flatMap((_, place) => {
    const isDiffering = numberOf(`${seed} differing ${place}`) < differingShare
    const next = (isDiffering ? differing : informative).find(({ a }) => !taken.has(a))
    if (next) taken.add(next.a)
    return next ? [{ ...next, gain: gains.get(next.a) ?? 0 }] : []
  })
}

function isShareOfOthers(seed: string, place: number): boolean {
  return numberOf(`${seed} others ${place}`) < othersShare
}

function suggestComparisons(input: SuggestInput, sample: FrameSample): readonly Suggested[] {
  const { seed, limit, repeatShare, judged } = input
  const chosen = choose({ ...sample, candidates: openPairs(sample.members, judged.pairs, sample.random), limit })
  const repeats = [...repeatablePairs(judged.pairs)]
  const areChosen = new Set(
    chosen.map(({ a, b = a }) => pairName(sample.members[a] as number, sample.members[b] as number)),
  )
  const ofOthers = distinctPairs(input.judgedByOthers?.pairs ?? []).filter(([a, b]) => !areChosen.has(pairName(a, b)))
  return chosen.map((one, slot) => {
    const fresh = [sample.members[one.a] as number, sample.members[one.b ?? one.a] as number] as const
    const place = judged.pairs.length + slot
    const isRepeat = repeats.length > 0 && numberOf(`${seed} repeat ${place}`) < repeatShare
    const [repeated] = isRepeat ? repeats.splice(Math.floor(sample.random() * repeats.length), 1) : []
    const isShared = !repeated && ofOthers.length > 0 && isShareOfOthers(seed, place)
    const [shared] = isShared ? ofOthers.splice(Math.floor(sample.random() * ofOthers.length), 1) : []
    const [first, second] = repeated ?? shared ?? fresh
    const isTurned = numberOf(`${seed} side ${Math.min(first, second)} ${Math.max(first, second)}`) < 0.5
    return {
      kind: 'comparison',
      ...(isTurned ? { a: second, b: first } : { a: first, b: second }),
      gain: rounded(one.gain),
      reason: repeated ? repeatReason : shared ? othersReason(2) : reasonIn(input, sample, one),
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

/** What others said about a picture must not show, not even in what is believed about it. */
function reasonIn(input: SuggestInput, { members, beliefs }: FrameSample, chosen: Chosen): string {
  const { frames, model, judgedByOthers } = input
  const ofOthers = new Set([...(judgedByOthers?.labels ?? []), ...(judgedByOthers?.pairs.flat() ?? [])])
  const shown = framesOf(chosen)
  if (shown.some((i) => ofOthers.has(members[i] as number))) return othersReason(shown.length)
  return reasonFor(chosen, beliefs, (i) => frames.at(members[i] as number).taste, model.taste)
}

/** Four decimals, as scores have. */
function rounded(gain: number): number {
  return Math.round(Math.min(1, Math.max(0, gain)) * 1e4) / 1e4
}
