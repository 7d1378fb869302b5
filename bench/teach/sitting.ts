import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import type { TasteFrame } from '@palate/core/taste/gaussian-process/observations.ts'
import { marginalsAt } from '@palate/core/taste/gaussian-process/posterior.ts'
import { fitTaste } from '@palate/core/taste/gaussian-process/preference.ts'
import type { TasteModel } from '@palate/core/taste/gaussian-process/taste-model.ts'
import { type Suggested, suggest } from '@palate/core/taste/suggest/suggest.ts'
import type { Rater } from '../../fitting/prior/judgements.ts'
import type { PictureFeatures } from '../taste/methods.ts'
import { isGoodBy, seeded, shuffled } from '../taste/protocol.ts'

/** What chooses the items to judge. */
export type Chooser = 'service' | 'chance'
/**
 * What is judged. A mixed sitting alternates labels and comparisons. There are no questions, because the data sets
 * contain no answers.
 */
export type Kind = 'comparison' | 'label' | 'mixed'
/**
 * The pairs to predict: of the project's own frames, where half of the pairs are held out, or of new pictures, where
 * half of the pictures are held out.
 */
export type Test = 'own frames' | 'new pictures'

/** Judgements requested at a time. */
const askedAtOnce = 5

type Pair = readonly [number, number]

interface Desk {
  readonly frames: readonly TasteFrame[]
  readonly ratings: readonly number[]
  /** Pictures that may be shown. */
  readonly shown: readonly number[]
  /** Held-out pairs. */
  readonly held: readonly Pair[]
  readonly testPairs: readonly Pair[]
}

/** One person judges. After each number of judgements, the held-out pairs are predicted. Returns the accuracies. */
export function sitting(
  rater: Rater,
  index: number,
  featuresOf: (picture: number) => PictureFeatures,
  { chooser, kind, test, counts }: { chooser: Chooser; kind: Kind; test: Test; counts: readonly number[] },
): readonly number[] {
  const desk = deskOf(rater, index, featuresOf, test)
  const isGood = isGoodBy(rater.ratings)
  const random = seeded(1000 + index)
  const pairs: Pair[] = []
  const labels: number[] = []
  const judged = () => pairs.length + labels.length
  const model = () =>
    fitTaste({
      frames: desk.frames,
      labels: labels.map((frame) => ({ frame, good: isGood(desk.ratings[frame] ?? 0) })),
      comparisons: pairs.map(([a, b]) => ({ a, b, outcome: (Math.sign(differenceOf(desk, a, b)) + 1) / 2 })),
    })
  return counts.map((count) => {
    while (judged() < count) {
      const wanted = Math.min(askedAtOnce, count - judged())
      const chosen =
        chooser === 'chance'
          ? atRandom(desk, kind, pairs, labels, wanted, random)
          : byService(desk, kind, model(), pairs, labels, wanted, `${index} ${judged()}`)
      if (chosen.length === 0) break
      for (const [a, b] of chosen) {
        if (b === undefined) labels.push(a)
        else pairs.push([a, b])
      }
    }
    return accuracyOf(desk, model())
  })
}

function deskOf(rater: Rater, index: number, featuresOf: (picture: number) => PictureFeatures, test: Test): Desk {
  const { pictures, ratings } = rater
  const random = seeded(index)
  const order = shuffled(pictures.length, random)
  const frames = pictures.map((picture) => {
    const { coordinates, priorMean } = featuresOf(picture)
    return { coordinates, priorMean }
  })
  const base = { frames, ratings }
  const ordered = ([a, b]: Pair): readonly Pair[] => {
    const difference = differenceOf(base, a, b)
    return difference === 0 ? [] : [difference > 0 ? [a, b] : [b, a]]
  }
  if (test === 'new pictures') {
    const half = pictures.length >> 1
    const shown = order.slice(0, half)
    return { ...base, shown, held: [], testPairs: pairsAmong(order.slice(half)).flatMap(ordered) }
  }
  const held = pairsAmong(order).filter(() => random() < 0.5)
  return { ...base, shown: order, held, testPairs: held.flatMap(ordered) }
}

/** Enough to find the remaining ones when few are left. */
const triesMax = 10_000

type Chosen = readonly [number, number?]

function atRandom(
  { shown, held }: Desk,
  kind: Kind,
  pairs: readonly Pair[],
  labels: readonly number[],
  count: number,
  random: () => number,
): readonly Chosen[] {
  const known = new Set([...held, ...pairs].map(([a, b]) => nameOf(a, b)))
  for (const frame of labels) known.add(String(frame))
  const pick = () => shown[Math.floor(random() * shown.length)] ?? 0
  const isLabelNext = () =>
    kind === 'label' || (kind === 'mixed' && (pairs.length + labels.length + chosen.length) % 2 === 0)
  const chosen: Chosen[] = []
  for (let tries = 0; chosen.length < count && tries < triesMax; tries++) {
    const isLabel = isLabelNext()
    const [a, b] = [pick(), pick()]
    const name = isLabel ? String(a) : nameOf(a, b)
    if (known.has(name) || (!isLabel && a === b)) continue
    known.add(name)
    chosen.push(isLabel ? [a] : [a, b])
  }
  return chosen
}

/**
 * The service's suggestions without held-out pairs. Requests new suggestions once the remaining ones are judged, like a
 * person who skips some. If none remain, requests more.
 */
function byService(
  desk: Desk,
  kind: Kind,
  taste: TasteModel,
  pairs: readonly Pair[],
  labels: readonly number[],
  count: number,
  seed: string,
): readonly Chosen[] {
  const { frames, shown, held } = desk
  const position = new Map(shown.map((frame, i) => [frame, i]))
  const at = (frame: number) => position.get(frame) ?? 0
  const tasteAt = (i: number) => frames[shown[i] as number] as TasteFrame
  const suggested = suggest({
    seed,
    kinds: kind === 'mixed' ? ['label', 'comparison'] : [kind],
    limit: count,
    model: { dimension: 'aesthetics', wishes: [], taste, elementIds: [], tendencies: [], usualLabel: undefined },
    frames: {
      count: shown.length,
      coordinatesAt: (i) => tasteAt(i).coordinates,
      at: (i) => ({ taste: tasteAt(i), attributes: typical }),
    },
    judged: { labels: labels.map(at), pairs: pairs.map(([a, b]) => [at(a), at(b)] as const) },
    withoutAddress: [],
    answered: [],
    repeatShare: 0,
  })
  const isHeld = new Set(held.map(([a, b]) => nameOf(a, b)))
  const open = suggested
    .flatMap((one) => chosenIn(one, shown))
    .filter(([a, b]) => b === undefined || !isHeld.has(nameOf(a, b)))
  if (open.length > 0 || suggested.length < count) return open
  return byService(desk, kind, taste, pairs, labels, 2 * count, seed).slice(0, count)
}

function chosenIn(one: Suggested, shown: readonly number[]): readonly Chosen[] {
  const frame = (i: number) => shown[i] as number
  if (one.kind === 'label') return [[frame(one.frame)]]
  return one.kind === 'comparison' ? [[frame(one.a), frame(one.b)]] : []
}

function accuracyOf({ frames, testPairs }: Desk, model: TasteModel): number {
  const parts = marginalsAt(model, frames)
  const utility = (frame: number) => parts.reduce((sum, { weight, means }) => sum + weight * (means[frame] ?? 0), 0)
  const utilities = frames.map((_, i) => utility(i))
  const right = testPairs.reduce(
    (sum, [better, worse]) => sum + (Math.sign((utilities[better] ?? 0) - (utilities[worse] ?? 0)) + 1) / 2,
    0,
  )
  return right / testPairs.length
}

/** Suggestions of labels and comparisons do not use attributes. */
const typical = Object.fromEntries(attributes.map(({ name }) => [name, 0.5])) as unknown as Measured

function pairsAmong(frames: readonly number[]): readonly Pair[] {
  return frames.flatMap((a, i) => frames.slice(0, i).map((b): Pair => [a, b]))
}

function nameOf(a: number, b: number): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`
}

function differenceOf({ ratings }: Pick<Desk, 'ratings'>, a: number, b: number): number {
  return (ratings[a] ?? 0) - (ratings[b] ?? 0)
}
