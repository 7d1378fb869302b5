import { standInsMax } from '@palate/core/taste/judgements/missing-side.ts'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { seeded } from '../../fitting/seeded.ts'
import { areaUnderCurve, shuffled } from '../likeness/tasks.ts'
import type { Check } from './context.ts'
import { meanOf, percentOf, withError } from './figures.ts'
import { rivals } from './rivals.ts'
import { fitInputOf, type Lesson } from './tasks.ts'
import { lessonsOf, tasteGroups } from './tastes.ts'

const goodCount = 8
const areaMin = 0.8
const passedMax = 0.35
const pass = 0.5

/** Good exemplars alone, with the other photographs as the library. */
export const goodOnly: Check = {
  title: 'Eight good exemplars and no bad one',
  async run(context) {
    const { learner, draws } = context
    const lessons = Object.values(await tasteGroups(context)).flatMap((group) =>
      lessonsOf(group, { good: goodCount, bad: 0 }, draws),
    )
    const tests = lessons.map((lesson, i) => {
      const chosen = shuffled(
        lesson.test.map(({ picture }) => picture),
        seeded(i),
      ).slice(0, standInsMax)
      return { lesson, chosen, test: lesson.test.filter(({ picture }) => !chosen.includes(picture)) }
    })
    const rivalLines = Object.entries(rivals).map(([name, learn]) => ({
      what: `area under the curve: ${name}`,
      figure: withError(tests.map(({ lesson, test }) => areaOf(lesson, test, learn(context, lesson)))),
    }))
    const ofDimension = (dimension: string, withLibrary: boolean) => {
      const results = tests.map(({ lesson, chosen, test }) => {
        const standIns = chosen.map((picture) => lesson.features[picture] as PictureFeatures)
        const model = learner.learn({ ...fitInputOf(dimension, lesson), ...(withLibrary && { standIns }) })
        const score = (picture: PictureFeatures) => learner.predict(model, picture)
        const unwanted = test.filter(({ same }) => !same)
        const passed = unwanted.filter(({ picture }) => score(lesson.features[picture] as PictureFeatures) >= pass)
        return { area: areaOf(lesson, test, score), passed: passed.length / unwanted.length }
      })
      const areas = results.map(({ area }) => area)
      const passed = meanOf(results.map((one) => one.passed))
      const where = `${dimension}, ${withLibrary ? 'with' : 'without'} a library`
      return [
        {
          ...{ what: `area under the curve: ${where}`, figure: withError(areas) },
          ...(withLibrary && { target: `≥ ${areaMin}`, met: meanOf(areas) >= areaMin }),
        },
        {
          ...{ what: `unwanted pictures that pass: ${where}`, figure: percentOf(passed) },
          ...(withLibrary && { target: `≤ ${percentOf(passedMax)}`, met: passed <= passedMax }),
        },
      ]
    }
    return [
      ...ofDimension('aesthetics', true),
      ...ofDimension('likeness', true),
      ...ofDimension('aesthetics', false),
      ...rivalLines,
    ]
  },
}

function areaOf({ features }: Lesson, test: Lesson['test'], score: (picture: PictureFeatures) => number): number {
  return areaUnderCurve({ test }, (picture) => score(features[picture] as PictureFeatures))
}
