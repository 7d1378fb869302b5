import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import { type AttributeName, attributes } from '@palate/core/taste/attributes.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { seeded } from '../../fitting/seeded.ts'
import { shuffled } from '../likeness/tasks.ts'

/** A taste as directions along attributes. The pictures with the largest sums are good. */
type Taste = readonly (readonly [AttributeName, 1 | -1])[]

export const tastes: Readonly<Record<string, readonly Taste[]>> = {
  'one attribute: light and colour': [
    [['brightness', 1]],
    [['brightness', -1]],
    [['warmth', 1]],
    [['warmth', -1]],
    [['colourfulness', 1]],
    [['colourfulness', -1]],
  ],
  'one attribute: others': [
    [['white_space', 1]],
    [['texture', -1]],
    [['symmetry', 1]],
    [['sharpness', -1]],
    [['clutter', 1]],
    [['greens', 1]],
  ],
  'two attributes': [
    [
      ['brightness', -1],
      ['colourfulness', -1],
    ],
    [
      ['brightness', 1],
      ['colourfulness', 1],
    ],
    [
      ['warmth', 1],
      ['brightness', -1],
    ],
    [
      ['white_space', 1],
      ['colourfulness', -1],
    ],
    [
      ['texture', -1],
      ['warmth', 1],
    ],
    [
      ['symmetry', 1],
      ['contrast', 1],
    ],
  ],
}

/** How somebody teaches a taste. */
export type Lesson = {
  readonly title: string
  readonly good: number
  readonly bad: number
  /** The share of the labels that are turned round. */
  readonly noise?: number
  /** Comparisons of the same pictures instead of labels: as many as there are pictures. */
  readonly isComparisons?: boolean
}

/** The judgements, and the pictures to predict, as indices. */
export type TaughtTask = {
  readonly labels: readonly { readonly picture: number; readonly good: boolean }[]
  readonly comparisons: readonly { readonly winner: number; readonly loser: number }[]
  readonly test: readonly { readonly picture: number; readonly same: boolean }[]
}

/** The owner calls a third of the pictures good. */
const goodShare = 1 / 3

export function taughtTasks(
  features: readonly PictureFeatures[],
  chosen: readonly Taste[],
  lesson: Lesson,
  draws: number,
): readonly TaughtTask[] {
  return chosen.flatMap((taste, i) => {
    const utilities = features.map((picture) => utilityOf(taste, picture))
    return Array.from({ length: draws }, (_, draw) => taughtTask(utilities, lesson, seeded(1000 * i + draw)))
  })
}

function taughtTask(utilities: readonly number[], lesson: Lesson, random: () => number): TaughtTask {
  const limit = utilities.toSorted((a, b) => b - a)[Math.floor(utilities.length * goodShare)] ?? 0
  const isGood = (picture: number) => (utilities[picture] ?? 0) > limit
  const order = shuffled([...utilities.keys()], random)
  const good = order.filter(isGood).slice(0, lesson.good)
  const bad = order.filter((picture) => !isGood(picture)).slice(0, lesson.bad)
  const judged = [...good, ...bad]
  const isTurned = () => random() < (lesson.noise ?? 0)
  return {
    labels: lesson.isComparisons ? [] : judged.map((picture) => ({ picture, good: isGood(picture) !== isTurned() })),
    comparisons: lesson.isComparisons ? comparisonsOf(utilities, judged, random) : [],
    test: order.filter((picture) => !judged.includes(picture)).map((picture) => ({ picture, same: isGood(picture) })),
  }
}

function comparisonsOf(utilities: readonly number[], judged: readonly number[], random: () => number) {
  return judged.map((one, i) => {
    const other = judged[(i + 1 + Math.floor(random() * (judged.length - 1))) % judged.length] ?? one
    return (utilities[one] ?? 0) > (utilities[other] ?? 0)
      ? { winner: one, loser: other }
      : { winner: other, loser: one }
  })
}

function utilityOf(taste: Taste, { attributes: measured }: PictureFeatures): number {
  return taste.reduce((sum, [name, sign]) => sum + sign * percentileRank(name, measured[name]), 0)
}

/** All attributes as ranks among pictures in general, from -1 to 1. */
export function ranksOf({ attributes: measured }: PictureFeatures): Float32Array {
  return Float32Array.from(attributes, ({ name }) => 2 * percentileRank(name, measured[name]) - 1)
}
