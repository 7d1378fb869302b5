import { expect, test } from 'vitest'
import { seededRandom } from '../../generic/seeded-random.ts'
import { attributes, type Measured } from '../attributes.ts'
import { fitInputOf, type IdentifiedPicture, isEmptyInput, personInputOf } from '../model/fit-input.ts'
import { createLearner } from '../model/learn.ts'
import { splitOf } from './split.ts'

const dimension = 'aesthetics'
const learner = createLearner(undefined)
const random = seededRandom(3)
const pictures = Array.from({ length: 80 }, (_, i): IdentifiedPicture => {
  const embedding = Float32Array.from({ length: 12 }, () => random() - 0.5)
  const varied = attributes.slice(0, 28).map(({ name }) => [name, random()])
  const measured = { ...Object.fromEntries(varied), pastel: 0.04, aspect: 0.55 } as Measured
  return { contentHash: `hash ${i}`, embedding, attributes: { ...measured, brightness: i % 2 === 0 ? 0.85 : 0.15 } }
})
const [brightOne, darkOne] = pictures.slice(-2) as [IdentifiedPicture, IdentifiedPicture]
const names = new Map(pictures.map((picture, i) => [`${i}`, picture]))

interface Judge {
  readonly by?: string
  readonly likesBright: boolean
  readonly count: number
}

function labelsOf({ by, likesBright, count }: Judge) {
  return Array.from({ length: count }, (_, i) => ({
    elementId: `${by} ${i}`,
    picture: `${i}`,
    good: (i % 2 === 0) === likesBright,
    weight: 1,
    ...(by !== undefined && { by }),
  }))
}

function examplesOf(...judges: readonly Judge[]) {
  return { labels: judges.flatMap(labelsOf), comparisons: [], constraints: [] }
}

function teamOf(...judges: readonly Judge[]) {
  return learner.learn(fitInputOf(dimension, examplesOf(...judges), names, null))
}

/** How much more the bright picture is liked than the dark one. */
function lean(model: ReturnType<typeof teamOf>): number {
  return learner.predict(model, brightOne) - learner.predict(model, darkOne)
}

test('judgements of one person alone are learned like those of nobody in particular, to the last bit', () => {
  const [anna, nobody] = [
    teamOf({ by: 'anna', likesBright: true, count: 20 }),
    teamOf({ likesBright: true, count: 20 }),
  ]
  for (const picture of pictures) expect(learner.predict(anna, picture)).toBe(learner.predict(nobody, picture))
})

test('two people who like the opposite leave the team undecided, however much each has judged', () => {
  const ben: Judge = { by: 'ben', likesBright: false, count: 10 }
  for (const count of [10, 60]) {
    expect(Math.abs(lean(teamOf({ by: 'anna', likesBright: true, count }, ben)))).toBeLessThan(0.1)
  }
})

test('four people with ten judgements each outweigh one with sixty', () => {
  const four = ['ben', 'cem', 'dora', 'eva'].map((by): Judge => ({ by, likesBright: false, count: 10 }))
  expect(lean(teamOf({ by: 'anna', likesBright: true, count: 60 }, ...four))).toBeLessThan(-0.05)
})

test('the judgements of a person leave no trace once they are removed', () => {
  const ben: Judge = { by: 'ben', likesBright: false, count: 14 }
  const both = examplesOf({ by: 'anna', likesBright: true, count: 30 }, ben)
  const left = { ...both, labels: both.labels.filter(({ by }) => by !== 'anna') }
  const removed = learner.learn(fitInputOf(dimension, left, names, null))
  const never = teamOf(ben)
  for (const picture of pictures) expect(learner.predict(removed, picture)).toBe(learner.predict(never, picture))
})

test("a person's score starts from the team's and moves with the person's own judgements", () => {
  const others = ['ben', 'cem', 'dora'].map((by): Judge => ({ by, likesBright: false, count: 20 }))
  const leanOf = (count: number) => {
    const examples = examplesOf(...others, { by: 'anna', likesBright: true, count })
    const team = learner.learn(fitInputOf(dimension, examples, names, null))
    const own = personInputOf(dimension, examples, names, 'anna')
    return isEmptyInput(own) ? undefined : lean(learner.learn(own, team))
  }
  expect(leanOf(0)).toBeUndefined()
  expect(leanOf(1)).toBeLessThan(-0.1)
  expect(leanOf(20)).toBeGreaterThan(0.3)
})

test('the split is that of two people chosen at random: 0 with one person, and the same in any order', () => {
  expect(splitOf([0.8])).toBe(0)
  expect(splitOf([])).toBe(0)
  expect(splitOf([1, 0])).toBe(1)
  expect(splitOf([1, 1, 0])).toBeCloseTo(2 / 3, 12)
  expect(splitOf([0.9, 0.2, 0.6])).toBeCloseTo(splitOf([0.6, 0.9, 0.2]), 12)
  expect(splitOf([0.9, 0.9])).toBeLessThan(splitOf([0.9, 0.1]))
})
