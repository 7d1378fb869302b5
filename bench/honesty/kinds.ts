import type { Measured } from '@palate/core/taste/attributes.ts'
import { understand } from '@palate/core/taste/constraints.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { Line } from '../harness/report.ts'
import { areaUnderCurve } from '../likeness/tasks.ts'
import { line } from './coin-flip-words.ts'

export const words: Readonly<Record<string, readonly [attribute: keyof Measured, sign: 1 | -1]>> = {
  bright: ['brightness', 1],
  dark: ['brightness', -1],
  warm: ['warmth', 1],
  cool: ['warmth', -1],
  colourful: ['colourfulness', 1],
  muted: ['saturation', -1],
  'low contrast': ['contrast', -1],
  'lots of white space': ['white_space', 1],
}
/** The third of each set that has most of it is good. */
export const goodShare = 1 / 3
/** The area under the curve before percentiles were those of the kind of picture. */
const before: Readonly<Record<string, number>> = {
  photographs: 0.759,
  'websites (Calista)': 0.867,
  'websites (Reinecke)': 0.873,
}

/** How well a word alone finds the pictures of a kind that it describes. */
export const kinds = {
  title: 'Percentiles by kind: eight plain words, each alone',
  run: async ({
    learner,
    sets,
  }: {
    readonly learner: Learner
    readonly sets: Readonly<Record<string, readonly PictureFeatures[]>>
  }): Promise<readonly Line[]> =>
    Object.entries(sets).map(([name, features]) => {
      const areas = Object.entries(words).map(([word, [attribute, sign]]) => {
        const { wishes } = understand({ answer: word })
        const model = learner.learn({ dimension: 'aesthetics', pictures: [], labels: [], comparisons: [], wishes })
        const values = features.map((picture) => sign * picture.attributes[attribute])
        const limit = values.toSorted((a, b) => b - a)[Math.floor(values.length * goodShare)] ?? 0
        const test = values.map((value, picture) => ({ picture, same: value > limit }))
        return areaUnderCurve({ test }, (picture) => learner.predict(model, features[picture] as PictureFeatures))
      })
      const mean = areas.reduce((sum, area) => sum + area, 0) / areas.length
      return line(`area under the curve, ${name}`, mean, before[name] ?? 0.5, 'least')
    }),
}
