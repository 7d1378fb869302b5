import { describe, expect, it } from 'vitest'
import { attributes, type Measured } from '../attributes.ts'
import type { PictureFeatures } from '../model/fit-input.ts'
import { createLearner } from '../model/learn.ts'
import type { LearnedModel } from '../model/learned-model.ts'
import { leaderCandidatesMax, sampledFramesMax, sampleFrames } from './frame-sample.ts'
import { expectedInformation, expectedReduction } from './information.ts'
import { progressOf } from './progress.ts'
import { numbersFrom } from './seeded.ts'
import {
  type Frames,
  framesFor,
  type Judged,
  othersSampledMax,
  othersShare,
  type Suggested,
  type SuggestInput,
  suggest,
  suggestionKinds,
} from './suggest.ts'

const learner = createLearner(undefined)
const axesCount = 8

/** Pictures at random places, some of them warm and some cool. */
function pictures(count: number) {
  const random = numbersFrom('pictures')
  return Array.from({ length: count }, () => ({
    embedding: Float32Array.from({ length: axesCount }, () => random() - 0.5),
    attributes: Object.fromEntries(
      attributes.map(({ name }) => [name, name === 'warmth' ? random() : 0.5]),
    ) as unknown as Measured,
  }))
}

function ask(count: number, changes: Partial<SuggestInput> = {}, judged: Judged = { labels: [], pairs: [] }) {
  const all = pictures(count)
  const model = learner.learn({
    dimension: 'aesthetics',
    pictures: all,
    wishes: [],
    labels: judged.labels.map((picture, i) => ({ picture, good: i % 2 === 0, weight: 1, elementId: `l${i}` })),
    comparisons: judged.pairs.map(([a, b], i) => ({ a, b, outcome: 1, weight: 1, elementId: `c${i}` })),
  })
  return suggest({
    seed: 'profile 0',
    kinds: ['comparison'],
    limit: 10,
    model,
    frames: framesOf(model, all),
    judged,
    withoutAddress: [],
    answered: [],
    repeatShare: 0,
    ...changes,
  })
}

/** Calls `look` for each frame that is looked at. */
function framesOf(model: LearnedModel, all: readonly PictureFeatures[], look: (i: number) => void = () => {}): Frames {
  const pictureAt = (i: number) => {
    look(i)
    const picture = all[i]
    if (!picture) throw new RangeError('no such picture')
    return picture
  }
  return {
    count: all.length,
    coordinatesAt: (i) => learner.coordinatesOf(model, pictureAt(i)),
    at: (i) => ({ taste: learner.frameOf(model, pictureAt(i)), attributes: pictureAt(i).attributes }),
  }
}

const pairsOf = (suggested: readonly Suggested[]) =>
  suggested.flatMap((one) => (one.kind === 'comparison' ? [[one.a, one.b].toSorted((x, y) => x - y)] : []))

describe('suggested comparisons', () => {
  it('are of different frames, each pair once, by gain', () => {
    const suggested = ask(30)
    const pairs = pairsOf(suggested)
    expect(pairs).toHaveLength(10)
    expect(new Set(pairs.map(String)).size).toBe(10)
    expect(pairs.every(([a, b]) => a !== b)).toBe(true)
    const gains = suggested.map(({ gain }) => gain)
    expect(gains).toEqual(gains.toSorted((a, b) => b - a))
    expect(gains.every((gain) => gain > 0 && gain <= 1)).toBe(true)
  })

  it('repeat a frame only after the others', () => {
    expect(new Set(pairsOf(ask(30)).flat()).size).toBe(20)
    const few = pairsOf(ask(5)).flat()
    expect(few).toHaveLength(20)
    for (let frame = 0; frame < 5; frame++) expect(few.filter((one) => one === frame)).toHaveLength(4)
  })

  it('leave out judged pairs, in either order, until none are left', () => {
    const judged = { labels: [], pairs: [[0, 1] as const, [2, 1] as const] }
    expect(pairsOf(ask(3, {}, judged))).toEqual([[0, 2]])
    expect(ask(3, { repeatShare: 1 }, { labels: [], pairs: [...judged.pairs, [0, 2]] })).toEqual([])
    expect(ask(1)).toEqual([])
    expect(ask(0)).toEqual([])
  })

  it('are the same for the same seed, including their randomised sides', () => {
    expect(ask(30)).toEqual(ask(30))
    const sides = Array.from({ length: 12 }, (_, i) => ask(3, { seed: `profile ${i}`, limit: 1 })).flat()
    const turned = sides.map((one) => one.kind === 'comparison' && one.a > one.b)
    expect(new Set(turned)).toEqual(new Set([true, false]))
  })

  it('repeat a share of earlier pairs, except the last ones, and none twice', () => {
    const pairs = Array.from({ length: 14 }, (_, i) => [i, i + 1] as const)
    const suggested = ask(30, { repeatShare: 1 }, { labels: [], pairs: [[0, 1], ...pairs] })
    const repeats = suggested.filter((one) => one.kind === 'comparison' && one.repeat)
    expect(new Set(pairsOf(repeats).map(String))).toEqual(new Set(['1,2', '2,3', '3,4']))
    expect(new Set(repeats.map(({ reason }) => reason)).size).toBe(1)
    expect(suggested).toHaveLength(10)
    expect(pairsOf(ask(30, {}, { labels: [], pairs })).map(String)).not.toContain('1,2')
  })
})

describe('suggested labels', () => {
  it('are of frames with a URL and without a label', () => {
    const suggested = ask(6, { kinds: ['label'], withoutAddress: [0] }, { labels: [1, 2], pairs: [] })
    expect(suggested.map((one) => one.kind === 'label' && one.frame).toSorted()).toEqual([3, 4, 5])
  })

  it('say so if nothing like the frame was judged', () => {
    const reasons = (judged: Judged) => new Set(ask(6, { kinds: ['label'] }, judged).map(({ reason }) => reason))
    expect(reasons({ labels: [], pairs: [] })).toEqual(
      new Set(['Nothing has been judged yet; this picture represents many in the project.']),
    )
    expect(reasons({ labels: [1], pairs: [] })).toContain('You have not judged anything like it yet.')
  })
})

describe('suggested questions', () => {
  const idsOf = (suggested: readonly Suggested[]) => suggested.map((one) => one.kind === 'question' && one.id)

  it('ask first about attributes in which the frames differ', () => {
    const [first] = ask(30, { kinds: ['question'] })
    expect(first).toMatchObject({
      kind: 'question',
      id: 'colour-temperature',
      reason: 'The pictures in the project differ in warmth, and no answer covers it yet.',
    })
  })

  it('leave out what is answered', () => {
    const suggestions = ask(30, { kinds: ['question'], answered: ['colour-temperature'], limit: 50 })
    expect(suggestions).toHaveLength(50)
    expect(idsOf(suggestions)).not.toContain('colour-temperature')
  })

  it('are also suggested without frames', () => {
    const suggestions = ask(0, { kinds: ['question'] })
    expect(suggestions).toHaveLength(10)
    expect(suggestions[0]?.reason).toBe('No answer covers warmth yet.')
  })
})

it('without a kind, all kinds are mixed', () => {
  const mixed = ask(30, { kinds: ['question', 'label', 'comparison'] })
  const counts = Map.groupBy(mixed, ({ kind }) => kind)
  expect(mixed).toHaveLength(10)
  for (const kind of ['question', 'label', 'comparison'] as const) {
    expect(counts.get(kind)?.length).toBeGreaterThanOrEqual(3)
  }
  const gains = mixed.map(({ gain }) => gain)
  expect(gains).toEqual(gains.toSorted((a, b) => b - a))
})

it('a large project is represented by a bounded sample with frames of each cluster', () => {
  const far = 277
  const coordinatesOf = (i: number) => ({
    axes: Float32Array.of(i === far ? 100 : i / 1e4, 0),
    directions: new Float32Array(0),
  })
  const random = numbersFrom('pool')
  expect(new Set(sampleFrames(1000, coordinatesOf, random)).size).toBe(sampledFramesMax)
  // Up to this many frames, all of them are candidates, so the outlier is always a leader.
  const samples = Array.from({ length: 8 }, () => sampleFrames(leaderCandidatesMax, coordinatesOf, random))
  for (const sample of samples) expect(sample).toContain(far)
  expect(sampleFrames(3, coordinatesOf, random)).toEqual([0, 1, 2])
})

it('only the frames that are announced are looked at', () => {
  const all = pictures(900)
  const model = learner.learn({ dimension: 'aesthetics', pictures: all, wishes: [], labels: [], comparisons: [] })
  const seen = new Set<number>()
  const frames = framesOf(model, all, (i) => seen.add(i))
  const judged = { labels: [1, 2], pairs: [[3, 4] as const] }
  ask(900, { seed: 'seed', kinds: suggestionKinds, frames, repeatShare: 1 }, judged)
  const announced = framesFor({ seed: 'seed' }, 900)
  expect(announced.length).toBeLessThanOrEqual(leaderCandidatesMax + 2 * sampledFramesMax)
  expect([...seen].filter((i) => !announced.includes(i))).toEqual([])
  expect(seen.size).toBeGreaterThan(sampledFramesMax)
})

describe('what others have judged', () => {
  const others = Array.from({ length: 60 }, (_, i) => i)
  const labelsOf = (changes: Partial<SuggestInput>) =>
    ask(120, { kinds: ['label'], ...changes }, { labels: changes.judged?.labels ?? [], pairs: [] }).flatMap((one) =>
      one.kind === 'label' ? [one] : [],
    )

  it('is about a quarter of what a person is asked, and the same every time', () => {
    let shared = 0
    for (let i = 0; i < 20; i++) {
      const changes = { seed: `seed ${i}`, judgedByOthers: { labels: others, pairs: [] } }
      const suggested = labelsOf(changes)
      expect(suggested).toEqual(labelsOf(changes))
      expect(suggested).toHaveLength(10)
      shared += suggested.filter(({ frame }) => frame < 60).length
    }
    expect(shared / 200).toBeGreaterThan(othersShare - 0.08)
    expect(shared / 200).toBeLessThan(othersShare + 0.08)
  })

  it('is never told: the reason is the same whatever they said', () => {
    const suggested = labelsOf({ judgedByOthers: { labels: others, pairs: [] }, limit: 50 })
    const reasons = suggested.flatMap(({ frame, reason }) => (frame < 60 ? [reason] : []))
    expect(new Set(reasons)).toEqual(new Set(['Others in the team have judged this picture; what do you say?']))
    const pairs = [[0, 1] as const, [1, 0] as const, [2, 3] as const]
    const compared = ask(120, { judgedByOthers: { labels: others, pairs }, limit: 50 })
    for (const one of compared) {
      if (one.kind !== 'comparison' || (one.a >= 60 && one.b >= 60)) continue
      expect(one.reason).toBe('Others in the team have judged these pictures; what do you say?')
    }
    const shared = compared.filter((one) => one.kind === 'comparison' && Math.max(one.a, one.b) < 4)
    expect(shared.length).toBeGreaterThan(0)
  })

  it('is all that is asked if nothing else is left, and nothing that the person has judged', () => {
    const rest = Array.from({ length: 60 }, (_, i) => 60 + i)
    const judged = { labels: [0, 1, ...rest], pairs: [] }
    const suggested = labelsOf({ judged, judgedByOthers: { labels: others.slice(2, 5), pairs: [] } })
    const frames = suggested.map(({ frame }) => frame)
    expect(frames).toHaveLength(10)
    expect(frames.filter((frame) => frame < 2 || frame >= 60)).toEqual([])
  })

  it('is half of the time what the person probably sees differently', () => {
    const all = pictures(120)
    const likes = (i: number) => (all[i]?.attributes.warmth ?? 0) > 0.5
    const own = Array.from({ length: 60 }, (_, i) => 60 + i)
    const labels = own.map((picture) => ({ picture, good: likes(picture), weight: 1, elementId: `${picture}` }))
    const model = learner.learn({ dimension: 'aesthetics', pictures: all, wishes: [], labels, comparisons: [] })
    const judged = { labels: own, pairs: [] }
    const random = numbersFrom('others')
    let differing = 0
    for (let i = 0; i < 20; i++) {
      const areGood = others.map(() => random() < 0.5)
      const judgedByOthers = { labels: others, areGood, pairs: [] }
      const suggested = labelsOf({ seed: `seed ${i}`, model, frames: framesOf(model, all), judged, judgedByOthers })
      differing += suggested.filter(({ frame }) => areGood[frame] !== likes(frame)).length
    }
    expect(differing / 200).toBeGreaterThan(0.65)
    expect(differing / 200).toBeLessThan(0.85)
  })

  it('is in the sample of a large project', () => {
    const labels = [701, 702, 703]
    const frames = framesFor({ seed: 's', judgedByOthers: { labels, pairs: [] } }, 5000)
    expect(labels.every((frame) => frames.includes(frame))).toBe(true)
    const many = { labels: Array.from({ length: 900 }, (_, i) => i), pairs: [] }
    const plain = framesFor({ seed: 's' }, 5000)
    expect(framesFor({ seed: 's', judgedByOthers: many }, 5000).length).toBeLessThanOrEqual(
      plain.length + othersSampledMax,
    )
  })
})

describe('the expected information of an answer', () => {
  it('is largest if the utility is uncertain and unpredictable, and at most one bit', () => {
    const told = (mean: number, variance: number, noiseVariance = 0, steepness = 1) =>
      expectedInformation({ mean, variance, noiseVariance, steepness })
    expect(told(0, 4)).toBeGreaterThan(told(0, 1))
    expect(told(0, 4)).toBeGreaterThan(told(3, 4))
    expect(told(0, 4)).toBeGreaterThan(told(0, 4, 2))
    expect(told(0, 4, 0, 2)).toBeGreaterThan(told(0, 4))
    expect(told(1, 2, 3, 2)).toBeCloseTo(told(2, 8, 12), 12)
    expect(told(0, 0)).toBe(0)
    expect(told(0, 1e9)).toBeLessThanOrEqual(1)
    expect(told(2, 3)).toBe(told(-2, 3))
  })

  it('never makes a variance negative', () => {
    for (const variance of [0.1, 1, 100]) {
      expect(expectedReduction({ mean: 0, variance, noiseVariance: 0, steepness: 1 }) * variance ** 2).toBeLessThan(
        variance,
      )
    }
  })
})

describe('how many judgements remain', () => {
  const curve = (accuracies: readonly [number, number, number, number], most: number) => {
    const [quarter, half, threeQuarters, whole] = accuracies.map((correct, i) => ({
      correct,
      judgements: (most * (i + 1)) / 4,
    })) as [Point, Point, Point, Point]
    return { heldOut: whole, learningCurve: [quarter, half, threeQuarters] }
  }
  interface Point {
    readonly correct: number
    readonly judgements: number
  }
  const compared = (comparisons: number) => ({ labels: { good: 0, bad: 0 }, comparisons, constraints: 0 })

  it('is estimated from experience without a learning curve, and falls with each judgement', () => {
    const nothing = { heldOut: null, learningCurve: [] }
    expect(progressOf(nothing, compared(0))).toEqual({ enough: false, remaining: 79 })
    expect(progressOf(nothing, compared(5))).toEqual({ enough: false, remaining: 74 })
  })

  it('is 0 if the curve is flat, and larger if it rises', () => {
    expect(progressOf(curve([0.7, 0.7, 0.7, 0.7], 160), compared(200))).toEqual({ enough: true, remaining: 0 })
    const rising = progressOf(curve([0.5, 0.65, 0.75, 0.82], 64), compared(80))
    expect(rising.enough).toBe(false)
    expect(rising.remaining).toBeGreaterThan(20)
  })

  it('is never enough with few judgements, and always enough at the limit of a model', () => {
    expect(progressOf(curve([0.9, 0.9, 0.9, 0.9], 8), compared(10)).enough).toBe(false)
    expect(progressOf(curve([0.1, 0.4, 0.7, 0.99], 480), compared(600))).toEqual({ enough: true, remaining: 0 })
  })
})

describe('if two simple tastes explain the judgements', () => {
  const labelCount = 16
  /** Good pictures are dark and muted, bad ones bright and saturated; the others are dark and saturated, or the opposite. */
  const all = Array.from({ length: 30 }, (_, i) => {
    const isDark = i % 2 === 0
    const isMuted = i < labelCount ? isDark : i % 4 < 2 !== isDark
    const measured = { brightness: isDark ? 0.1 : 0.95, saturation: isMuted ? 0.02 : 0.6 }
    return {
      embedding: Float32Array.from({ length: axesCount }, (_value, axis) => Math.sin(3 * i + 7 * axis)),
      attributes: { ...pictures(1)[0]?.attributes, warmth: 0.5, ...measured } as Measured,
    }
  })
  const labels = Array.from({ length: labelCount }, (_, i) => ({
    picture: i,
    good: i % 2 === 0,
    weight: 1,
    elementId: `l${i}`,
  }))
  const model = learner.learn({ dimension: 'aesthetics', pictures: all, wishes: [], labels, comparisons: [] })

  it.each(['label', 'comparison'] as const)('the first %s tells them apart, and its reason says so', (kind) => {
    const [first] = suggest({
      seed: 'profile 0',
      kinds: [kind],
      limit: 1,
      model,
      frames: framesOf(model, all),
      judged: { labels: labels.map(({ picture }) => picture), pairs: [] },
      withoutAddress: [],
      answered: [],
      repeatShare: 0,
    })
    expect(first?.reason).toMatch(/^Is it (light or colour|colour or light)\? So far both explain your judgements\.$/)
  })
})
