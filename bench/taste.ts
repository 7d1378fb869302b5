/**
 * Measures how well the taste model predicts real people's judgements.
 *
 *   npm run bench:taste -- --data DIR [--every N] [--draws N]
 *
 * DIR contains oasis/, calista/ and reinecke/. With --every N only every Nth rater of OASIS takes part, and Calista is left
 * out. With --draws N each of them has N sittings. docs/taste-model.md describes the protocol.
 */
import { parseArgs } from 'node:util'
import { openPrior } from '@palate/core/taste/prior/prior.ts'
import { readCrowd } from '../fitting/prior/crowd.ts'
import { readPictureSets } from '../fitting/prior/picture-sets.ts'
import { fitPriorHead } from '../fitting/prior/prior-head.ts'
import { ms, printFigures, printTable } from './harness/report.ts'
import { calibrationRows } from './taste/calibration.ts'
import { fitTimes } from './taste/fit-time.ts'
import { type Method, methods, preference } from './taste/methods.ts'
import { photographFeatures, photographTasks, type RaterTask, type Sitting } from './taste/photographs.ts'
import { accuracyOf } from './taste/protocol.ts'
import { meanAndError, rankCorrelation } from './taste/report.ts'
import { websiteTasks } from './taste/websites.ts'

const labelCounts = [10, 30, 60]
const { values: options } = parseArgs({
  options: { data: { type: 'string' }, every: { type: 'string' }, draws: { type: 'string' } },
})
if (options.data === undefined) throw new Error('pass the directory of the judgements: --data DIR')
const [every, draws] = [wholeNumber('every'), wholeNumber('draws')]
const crowd = await readCrowd(options.data)
const photographs = photographFeatures(crowd)
const columns = labelCounts.map((count) => `${count} labels`)
const tasksOf = (sitting: Sitting) =>
  labelCounts.map((count) => photographTasks(crowd, photographs, count, { every, draws, ...sitting }))

const { fitMs, predictMs } = fitTimes(photographs)
printTable('processor time', [
  { what: 'a fit of 50 labels and 100 comparisons', figure: ms(fitMs) },
  { what: 'a prediction', figure: `${predictMs.toFixed(3)} ms` },
])

const raters = `${Math.ceil(crowd.raters.length / every)} of ${crowd.raters.length} raters`
const sittings = `${draws} ${draws === 1 ? 'sitting' : 'sittings'} each`
printFigures(
  `OASIS photographs: accuracy on pairs that the rater did not label (mean ± standard error), ${raters}, ${sittings}`,
  columns,
  rowsOf(methods, tasksOf({})),
)

const both: Readonly<Record<string, Method>> = {
  'the whole model': preference({}),
  'learned, without the prior': preference({ priorScale: 0 }),
}
for (const [owner, sitting] of Object.entries({
  'the person, labels alone': { isLabelsAlone: true },
  'the contrarian (every rating reversed)': { isContrarian: true },
  'the contrarian, labels alone': { isContrarian: true, isLabelsAlone: true },
})) {
  printFigures(`OASIS: ${owner}`, columns, rowsOf(both, tasksOf(sitting)))
}

for (const isContrarian of [false, true]) {
  printFigures(
    `Calibration on OASIS, the ${isContrarian ? 'contrarian' : 'person'}: predicted probability, and share that was good`,
    columns,
    calibrationRows(crowd, tasksOf({ isContrarian }), isContrarian),
  )
}

if (every === 1) {
  const websites = websiteTasks(crowd, 20)
  const people = new Set(websites.map(({ rater }) => rater)).size
  printFigures(
    `Calista websites: accuracy on the rater's other choices, ${people} raters`,
    ['20 pairs'],
    rowsOf(methods, [websites]),
  )
}

const { reinecke } = await readPictureSets(options.data, ['reinecke'])
if (reinecke) {
  const prior = openPrior(fitPriorHead(crowd))
  const guesses = reinecke.embeddings.map((embedding) => prior.meanAt(prior.project(embedding)))
  const ratings = reinecke.rows.map(({ mean_rating_1_9 }) => Number(mean_rating_1_9))
  printTable('Reinecke websites (never fitted on)', [
    { what: 'rank correlation of the prior', figure: rankCorrelation(guesses, ratings).toFixed(3) },
  ])
}

function rowsOf(
  compared: Readonly<Record<string, Method>>,
  columnsOfTasks: readonly (readonly RaterTask[])[],
): readonly (readonly string[])[] {
  return Object.entries(compared).map(([name, method]) => [
    name,
    ...columnsOfTasks.map((tasks) => {
      const byRater = new Map<number, number[]>()
      for (const { task, featuresOf, rater } of tasks) {
        const accuracies = byRater.get(rater) ?? []
        accuracies.push(accuracyOf(task, method(task, featuresOf)))
        byRater.set(rater, accuracies)
      }
      return meanAndError([...byRater.values()].map((values) => meanAndError(values).mean)).text
    }),
  ])
}

function wholeNumber(name: 'every' | 'draws'): number {
  const value = Number(options[name] ?? 1)
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} takes a whole number, 1 or more`)
}
