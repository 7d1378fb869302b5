import { understand } from '@palate/core/taste/constraints.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { seeded } from '../../fitting/seeded.ts'
import { areaUnderCurve, shuffled } from '../likeness/tasks.ts'
import type { Check } from './context.ts'
import { goodShare, words } from './kinds.ts'

/** What an owner who goes by one word says: the word, and as many good and bad pictures. */
const lessons: Readonly<Record<string, { readonly isSaid: boolean; readonly each: number }>> = {
  'the word': { isSaid: true, each: 0 },
  '3 + 3 pictures': { isSaid: false, each: 3 },
  'the word and 3 + 3 pictures': { isSaid: true, each: 3 },
  '8 + 8 pictures': { isSaid: false, each: 8 },
}
const draws = 24

/** How much a sentence and a few pictures teach, alone and together. */
export const firstLessons: Check = {
  title: 'First lessons: a taste that one of eight words describes',
  run: async ({ learner, features }) =>
    Object.entries(lessons).map(([lesson, { isSaid, each }]) => {
      const areas = Object.entries(words).flatMap(([word, [attribute, sign]]) => {
        const values = features.map((picture) => sign * picture.attributes[attribute])
        const limit = values.toSorted((a, b) => b - a)[Math.floor(values.length * goodShare)] ?? 0
        const isGood = (picture: number) => (values[picture] as number) > limit
        return Array.from({ length: draws }, (_, draw) => {
          const order = shuffled([...features.keys()], seeded(draw))
          const judged = [...order.filter(isGood).slice(0, each), ...order.filter((one) => !isGood(one)).slice(0, each)]
          const model = learner.learn({
            ...{ dimension: 'aesthetics', comparisons: [], wishes: isSaid ? understand({ answer: word }).wishes : [] },
            pictures: judged.map((picture) => features[picture] as PictureFeatures),
            labels: judged.map((_, i) => ({ picture: i, good: i < each, weight: 1, elementId: `${i}` })),
          })
          const test = order
            .filter((picture) => !judged.includes(picture))
            .map((picture) => ({ picture, same: isGood(picture) }))
          return areaUnderCurve({ test }, (picture) => learner.predict(model, features[picture] as PictureFeatures))
        })
      })
      const mean = areas.reduce((sum, area) => sum + area, 0) / areas.length
      return { what: `area under the curve after ${lesson}`, figure: mean.toFixed(3) }
    }),
}
