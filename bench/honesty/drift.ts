import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { areaUnderCurve } from '../likeness/tasks.ts'
import type { Check, Context } from './context.ts'
import { meanOf, percentOf, withError } from './figures.ts'
import { palate, rivals } from './rivals.ts'
import { fitInputOf, type Lesson } from './tasks.ts'
import { lessonsOf, tasteGroups } from './tastes.ts'

/** Labels of each side before the change, and after it. */
const [before, after] = [16, 8]
const areaMin = 0.8
const falseMax = 0.02

/** A taste that turns into its opposite. The newest labels should count. */
export const drift: Check = {
  title: `A taste that changes: ${before} + ${before} labels, then ${after} + ${after} of the opposite (area under the curve for the new taste)`,
  async run(context) {
    const group = (await tasteGroups(context))['one attribute']
    const count = { good: before + after, bad: before + after }
    const lessons = (group ? lessonsOf(group, count, context.draws) : []).map(turned)
    const recent = (lesson: Lesson) => ({ ...lesson, labels: lesson.labels.slice(-2 * after) })
    const areasOf = (learn: (typeof rivals)[string], change = (lesson: Lesson) => lesson) =>
      lessons.map((lesson) => {
        const score = learn(context, change(lesson))
        return areaUnderCurve(lesson, (picture) => score(lesson.features[picture] as PictureFeatures))
      })
    const own = areasOf(palate('aesthetics'), current(context))
    const steady = await steadyShare(context)
    return [
      { what: 'aesthetics', figure: withError(own), target: `≥ ${areaMin}`, met: meanOf(own) >= areaMin },
      { what: 'aesthetics, with all labels', figure: withError(areasOf(palate('aesthetics'))) },
      { what: 'aesthetics, with the new labels alone', figure: withError(areasOf(palate('aesthetics'), recent)) },
      ...Object.entries(rivals).map(([name, learn]) => ({ what: name, figure: withError(areasOf(learn)) })),
      {
        what: `a change is seen where there is none, ${before + after} + ${before + after} labels of all kinds of tastes`,
        figure: percentOf(steady),
        target: `≤ ${percentOf(falseMax)}`,
        met: steady <= falseMax,
      },
    ]
  },
}

/** Without the labels before a change, as the service learns. */
const current =
  ({ learner }: Context) =>
  (lesson: Lesson): Lesson => ({
    ...lesson,
    labels: lesson.labels.slice(learner.changeIn(fitInputOf('aesthetics', lesson)) ?? 0),
  })

/** Tastes that stay, with the labels in random order and with all good ones first. */
async function steadyShare(context: Context): Promise<number> {
  const count = { good: before + after, bad: before + after }
  const steady = Object.values(await tasteGroups(context)).flatMap((group) => lessonsOf(group, count, context.draws))
  const sorted = steady.map((lesson) => ({
    ...lesson,
    labels: [...lesson.labels.filter(({ good }) => good), ...lesson.labels.filter(({ good }) => !good)],
  }))
  const changes = [...steady, ...sorted].filter(
    (lesson) => current(context)(lesson).labels.length < lesson.labels.length,
  )
  return changes.length / (2 * steady.length)
}

/** The last labels of each side and all pictures to predict, turned round. */
function turned({ features, labels, test }: Lesson): Lesson {
  const ofSide = (isGood: boolean) => labels.filter(({ good }) => good === isGood)
  const [good, bad] = [ofSide(true), ofSide(false)]
  const late = [...good.slice(before), ...bad.slice(before)].map((label) => ({ ...label, good: !label.good }))
  return {
    features,
    labels: [...good.slice(0, before), ...bad.slice(0, before), ...late],
    test: test.map(({ picture, same }) => ({ picture, same: !same })),
  }
}
