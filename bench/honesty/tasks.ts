import type { FitInput, PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { seeded } from '../../fitting/seeded.ts'
import { shuffled } from '../likeness/tasks.ts'

/** Labels of some pictures, in the order in which they were given, and the other pictures. */
export interface Lesson {
  readonly features: readonly PictureFeatures[]
  readonly labels: readonly { readonly picture: number; readonly good: boolean }[]
  readonly test: readonly { readonly picture: number; readonly same: boolean }[]
}

/** Draws labels of a taste. Pictures of which it says nothing (undefined) are left out. */
export function lessonOf(
  features: readonly PictureFeatures[],
  isGood: (picture: number) => boolean | undefined,
  count: { readonly good: number; readonly bad: number },
  seed: number,
): Lesson | undefined {
  const random = seeded(seed)
  const order = shuffled([...features.keys()], random)
  const good = order.filter((i) => isGood(i) === true)
  const bad = order.filter((i) => isGood(i) === false)
  const judged = shuffled([...good.slice(0, count.good), ...bad.slice(0, count.bad)], random)
  const test = [...good.slice(count.good), ...bad.slice(count.bad)]
  if (good.length < count.good + testMin || bad.length < count.bad + testMin) return undefined
  return {
    features,
    labels: judged.map((picture) => ({ picture, good: isGood(picture) === true })),
    test: test.map((picture) => ({ picture, same: isGood(picture) === true })),
  }
}

/** With fewer pictures of a side to predict, the result would be too noisy. */
const testMin = 3

/** The input of a fit as the service makes it. */
export function fitInputOf(dimension: string, { features, labels }: Pick<Lesson, 'features' | 'labels'>): FitInput {
  return {
    dimension,
    pictures: labels.map(({ picture }) => features[picture] as PictureFeatures),
    labels: labels.map(({ good }, picture) => ({ picture, good, weight: 1, elementId: `label ${picture}` })),
    comparisons: [],
    wishes: [],
  }
}
