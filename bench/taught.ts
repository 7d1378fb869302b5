/**
 * Measures how well a taste that somebody teaches with a few judgements is found.
 *
 *   npm run bench:taught -- --data DIR [--draws 4] [--quick] [--only aesthetics]
 *
 * DIR contains oasis/. The tastes are made of measured attributes, or are looks and subjects as in bench:likeness.
 * docs/taste-model.md describes the protocol. The first run edits and embeds the photographs, which takes a few minutes;
 * later runs read the features from .cache/likeness. --quick draws once and leaves out looks and subjects.
 */
import { parseArgs } from 'node:util'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { featuresOf } from '../fitting/likeness/features.ts'
import { asItIs, readPhotographs } from '../fitting/likeness/sample.ts'
import { seeded } from '../fitting/seeded.ts'
import { printFigures } from './harness/report.ts'
import { groupedBySubject, groupedInLooks } from './likeness/groups.ts'
import { fourteenLooks } from './likeness/looks.ts'
import { areaUnderCurve, type GroupedPictures, lookTasks } from './likeness/tasks.ts'
import { meanAndError } from './taste/report.ts'
import { methods } from './taught/methods.ts'
import { type Lesson, type TaughtTask, tastes, taughtTasks } from './taught/tastes.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    draws: { type: 'string', default: '4' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
if (options.data === undefined) throw new Error('pass the directory of the photographs: --data DIR')
const draws = options.quick ? 1 : Number(options.draws)
const compared = Object.entries(methods).filter(([name]) => name.startsWith(options.only ?? ''))

const lessons: readonly Lesson[] = [
  ...[3, 8, 16, 32].map((n) => ({ title: `${n} + ${n}`, good: n, bad: n })),
  ...[8, 16, 32].map((n) => ({ title: `${n} + ${n}, 15 % turned round`, good: n, bad: n, noise: 0.15 })),
  ...[8, 16].map((n) => ({ title: `${2 * n} comparisons`, good: n, bad: n, isComparisons: true })),
  ...[3, 8, 16].map((n) => ({ title: `${n} good`, good: n, bad: 0 })),
]

const photographs = await readPhotographs(options.data)
const embedder = await openEmbedder({ kind: 'builtin' })
const features = await featuresOf(embedder, photographs.map(asItIs))
for (const [title, chosen] of Object.entries(tastes)) {
  report(
    title,
    lessons.map((lesson) => ({
      title: lesson.title,
      sets: [{ features, tasks: taughtTasks(features, chosen, lesson, draws) }],
    })),
  )
}
if (!options.quick) {
  const looks = [await groupedInLooks(embedder, photographs, fourteenLooks, 0)]
  reportGroups('a look', looks)
  reportGroups('a subject', [await groupedBySubject(embedder, photographs)])
}
await embedder.close()

function reportGroups(title: string, groups: readonly GroupedPictures[]): void {
  const sizes = [3, 8].flatMap((good) => [good, 0].map((bad) => ({ good, bad })))
  report(
    title,
    sizes.map(({ good, bad }) => ({
      title: bad > 0 ? `${good} + ${bad}` : `${good} good`,
      sets: groups.map((set) => ({
        features: set.features,
        tasks: lookTasks(set, { good, bad, draws }, seeded(1)).map((task) => ({
          labels: [
            ...task.good.map((picture) => ({ picture, good: true })),
            ...task.bad.map((picture) => ({ picture, good: false })),
          ],
          ...{ comparisons: [], test: task.test },
        })),
      })),
    })),
  )
}

type Column = {
  readonly title: string
  readonly sets: readonly { readonly features: typeof features; readonly tasks: readonly TaughtTask[] }[]
}

function report(title: string, columns: readonly Column[]): void {
  const rows = compared.map(([name, method]) => [
    name,
    ...columns.map(
      ({ sets }) =>
        meanAndError(sets.flatMap((set) => set.tasks.map((task) => areaUnderCurve(task, method(task, set.features)))))
          .text,
    ),
  ])
  printFigures(
    `A taste for ${title}: area under the curve (mean ± standard error)`,
    columns.map((column) => column.title),
    rows,
  )
}
