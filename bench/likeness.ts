/**
 * Measures how well `likeness` finds pictures that look like a few examples.
 *
 *   npm run bench:likeness -- --data DIR [--draws 5] [--sets fourteen,twenty,subjects] [--only likeness]
 *
 * DIR contains oasis/. docs/taste-model.md describes the protocol. The first run edits and embeds the photographs, which takes
 * a few minutes; later runs read the features from .cache/likeness.
 */
import { parseArgs } from 'node:util'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { readPhotographs } from '../fitting/likeness/sample.ts'
import { seeded } from '../fitting/seeded.ts'
import { printFigures } from './harness/report.ts'
import { groupedBySubject, groupedInLooks } from './likeness/groups.ts'
import { fourteenLooks, twentyLooks } from './likeness/looks.ts'
import { methods } from './likeness/methods.ts'
import { areaUnderCurve, type GroupedPictures, lookTasks } from './likeness/tasks.ts'
import { meanAndError } from './taste/report.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    draws: { type: 'string', default: '5' },
    sets: { type: 'string', default: 'fourteen,twenty,subjects' },
    only: { type: 'string' },
  },
})
if (options.data === undefined) throw new Error('pass the directory of the photographs: --data DIR')
const photographs = await readPhotographs(options.data)
const embedder = await openEmbedder({ kind: 'builtin' })
const draws = Number(options.draws)

const sets: Readonly<Record<string, { readonly title: string; read(): Promise<readonly GroupedPictures[]> }>> = {
  fourteen: {
    title: 'Fourteen looks',
    read: () => Promise.all([0, 1, 2].map((draw) => groupedInLooks(embedder, photographs, fourteenLooks, draw))),
  },
  twenty: { title: 'Twenty looks', read: async () => [await groupedInLooks(embedder, photographs, twentyLooks, 3)] },
  subjects: { title: 'Subjects', read: async () => [await groupedBySubject(embedder, photographs)] },
}
for (const name of options.sets.split(',')) {
  const set = sets[name]
  if (!set) throw new Error(`unknown set ${name}; known sets: ${Object.keys(sets).join(', ')}`)
  report(set.title, await set.read())
}
await embedder.close()

function report(title: string, sets: readonly GroupedPictures[]): void {
  const columns = [3, 8, 15].flatMap((good) => [good, 0].map((bad) => ({ good, bad })))
  const rows = Object.entries(methods)
    .filter(([name]) => options.only === undefined || name.includes(options.only))
    .map(([name, method]) => [
      name,
      ...columns.map((sizes) => {
        const random = seeded(1)
        const areas = sets.flatMap((set) =>
          lookTasks(set, { ...sizes, draws }, random).map((task) => areaUnderCurve(task, method(task, set.features))),
        )
        return areas.length === 0 ? '–' : meanAndError(areas).text
      }),
    ])
  const heads = columns.map(({ good, bad }) => (bad > 0 ? `${good} + ${bad}` : `${good} good`))
  printFigures(`${title}: area under the curve (mean ± standard error)`, heads, rows)
}
