import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import type { Line } from '../harness/report.ts'
import { areaUnderCurve } from '../likeness/tasks.ts'
import type { Check } from './context.ts'
import { meanOf, withError } from './figures.ts'
import { palate, type Rival, rivals } from './rivals.ts'
import { lessonsOf, tasteGroups } from './tastes.ts'

const sizes = [8, 16]
/** How far the model may be below the best rival. */
const behindMax = 0.01

/** The area under the curve of the model and of methods of a few lines, on tastes of each kind. */
export const againstRivals: Check = {
  title: 'Against simple rivals: area under the curve (8 + 8 and 16 + 16 labels)',
  async run(context) {
    const lines: Line[] = []
    for (const [name, group] of Object.entries(await tasteGroups(context))) {
      for (const size of sizes) {
        const lessons = lessonsOf(group, { good: size, bad: size }, context.draws)
        if (lessons.length === 0) continue
        const areasOf = (learn: Rival) =>
          lessons.map((lesson) => {
            const score = learn(context, lesson)
            return areaUnderCurve(lesson, (picture) => score(lesson.features[picture] as PictureFeatures))
          })
        const others = Object.entries(rivals).map(([rival, learn]) => ({ rival, areas: areasOf(learn) }))
        const best = others.reduce((a, b) => (meanOf(b.areas) > meanOf(a.areas) ? b : a))
        for (const dimension of ['aesthetics', 'likeness']) {
          const areas = areasOf(palate(dimension))
          lines.push({
            ...{ what: `${name}, ${size} + ${size}: ${dimension}`, figure: withError(areas) },
            target: `≥ ${meanOf(best.areas).toFixed(3)} − ${behindMax} (${best.rival})`,
            met: meanOf(areas) >= meanOf(best.areas) - behindMax,
          })
        }
        for (const { rival, areas } of others) {
          lines.push({ what: `${name}, ${size} + ${size}: ${rival}`, figure: withError(areas) })
        }
      }
    }
    return lines
  },
}
