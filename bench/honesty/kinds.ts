import type { Measured } from '@palate/core/taste/attributes.ts'
import { understand } from '@palate/core/taste/constraints.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { areaUnderCurve } from '../likeness/tasks.ts'
import { line } from './coin-flip-words.ts'
import type { Check, Context } from './context.ts'
import { meanOf } from './figures.ts'

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
export const kinds: Check = {
  title: 'Percentiles by kind: area under the curve of eight plain words, each alone',
  run: async ({ learner, sets }) =>
    Object.entries(sets).flatMap(([name, features]) => {
      const silent = modelOf(learner, '')
      const areas = Object.entries(words).map(([word, [attribute, sign]]) => {
        const values = features.map((picture) => sign * picture.attributes[attribute])
        const limit = values.toSorted((a, b) => b - a)[Math.floor(values.length * goodShare)] ?? 0
        const test = values.map((value, picture) => ({ picture, same: value > limit }))
        const areaOf = (model: ReturnType<typeof modelOf>) =>
          areaUnderCurve({ test }, (picture) => learner.predict(model, features[picture] as PictureFeatures))
        return { word: areaOf(modelOf(learner, word)), prior: areaOf(silent) }
      })
      const known = before[name] ?? 0.5
      return [
        line(name, meanOf(areas.map(({ word }) => word)), known, 'least'),
        { what: `${name}: percentiles of pictures in general, as measured before`, figure: known.toFixed(3) },
        { what: `${name}: the prior alone`, figure: meanOf(areas.map(({ prior }) => prior)).toFixed(3) },
      ]
    }),
}

function modelOf(learner: Context['learner'], word: string) {
  const { wishes } = understand({ answer: word })
  return learner.learn({ dimension: 'aesthetics', pictures: [], labels: [], comparisons: [], wishes })
}
