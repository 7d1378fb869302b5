/**
 * Measures how well `likeness` finds pictures that look like a few examples.
 *
 *   npm run bench:likeness -- --data DIR [--draws 5] [--sets fourteen,twenty,subjects] [--only likeness]
 *
 * DIR contains oasis/. docs/likeness.md describes the protocol. The first run edits and embeds the photographs, which takes
 * a few minutes; later runs read the features from .cache/likeness.
 */
import { parseArgs } from 'node:util'
import type { Embedder } from '@palate/server/scoring/embedders/embedder.ts'
import { openEmbedder } from '@palate/server/scoring/embedders/open-embedder.ts'
import type { Edit } from '../fitting/likeness/edits.ts'
import { featuresOf } from '../fitting/likeness/features.ts'
import { asItIs, readPhotographs } from '../fitting/likeness/sample.ts'
import { subjects } from '../fitting/likeness/subjects.ts'
import { seeded } from '../fitting/seeded.ts'
import { fourteenLooks, twentyLooks } from './likeness/looks.ts'
import { methods } from './likeness/methods.ts'
import { areaUnderCurve, type GroupedPictures, lookTasks, shuffled } from './likeness/tasks.ts'
import { meanAndError, table } from './taste/report.ts'

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
    read: () => Promise.all([0, 1, 2].map((draw) => inLooks(embedder, fourteenLooks, draw))),
  },
  twenty: { title: 'Twenty looks', read: async () => [await inLooks(embedder, twentyLooks, 3)] },
  subjects: { title: 'Subjects', read: async () => [await bySubject(embedder)] },
}
for (const name of options.sets.split(',')) {
  const set = sets[name]
  if (!set) throw new Error(`unknown set ${name}; known sets: ${Object.keys(sets).join(', ')}`)
  report(set.title, await set.read())
}
await embedder.close()

/** Assigns one look to each photograph at random. */
async function inLooks(embedder: Embedder, looks: Readonly<Record<string, Edit>>, draw: number) {
  const edits = Object.values(looks)
  const dealt = shuffled([...photographs.keys()], seeded(1000 + draw))
  const groups = dealt.map((_, i) => i % edits.length)
  const pictures = dealt.map((photograph, i) => ({
    path: photographs[photograph]?.path ?? '',
    edit: edits[i % edits.length] ?? {},
    seed: photograph,
  }))
  return { features: await featuresOf(embedder, pictures), groups }
}

/** The unedited photographs. */
async function bySubject(embedder: Embedder): Promise<GroupedPictures> {
  const lists = Object.values(subjects)
  const groups = photographs.map(({ id }) => {
    const group = lists.findIndex((ids) => ids.includes(id))
    return group === -1 ? undefined : group
  })
  return { features: await featuresOf(embedder, photographs.map(asItIs)), groups }
}

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
  process.stdout.write(`\n${title}: area under the curve (mean ± standard error)\n\n`)
  process.stdout.write(`${table(['', ...heads], rows)}\n`)
}
