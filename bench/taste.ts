/**
 * Measures how well the taste model predicts real people's judgements.
 *
 *   npm run bench:taste -- --data DIR
 *
 * DIR holds oasis/, calista/ and reinecke/. docs/taste-model.md describes the protocol.
 */
import { parseArgs } from 'node:util'
import { predictTaste } from '@palate/core/taste/model/preference.ts'
import { openPrior } from '@palate/core/taste/model/prior.ts'
import { type Crowd, readCrowd } from '../fitting/prior/crowd.ts'
import { readPictureSets } from '../fitting/prior/picture-sets.ts'
import { fitPriorHead } from '../fitting/prior/prior-head.ts'
import { frameOf, methods, modelOf } from './taste/methods.ts'
import { photographFeatures, photographTasks, type RaterTask } from './taste/photographs.ts'
import { accuracyOf, isGoodBy } from './taste/protocol.ts'
import { meanAndError, rankCorrelation, table } from './taste/report.ts'
import { websiteTasks } from './taste/websites.ts'

const labelCounts = [10, 30, 60]
const { values: options } = parseArgs({ options: { data: { type: 'string' } } })
if (options.data === undefined) throw new Error('say where the judgements are: --data DIR')
const crowd = await readCrowd(options.data)
const photographs = photographFeatures(crowd)

const columns = labelCounts.map((count) => photographTasks(crowd, photographs, count))
say(
  `\nOASIS photographs: accuracy on pairs that the rater did not label, ${crowd.raters.length} raters (mean ± standard error)\n`,
)
say(table(['', ...labelCounts.map((count) => `${count} labels`)], rowsOf(columns)))

const websites = websiteTasks(crowd, 20)
say(
  `\nCalista websites: accuracy on the rater's other choices, ${new Set(websites.map(({ rater }) => rater)).size} raters\n`,
)
say(table(['', '20 pairs'], rowsOf([websites])))

say('\nCalibration on OASIS: predicted probability of being good, and the share of those pictures that were good\n')
say(table(['probability', ...labelCounts.map((count) => `${count} labels`)], calibrationRows(crowd, columns)))

const { reinecke } = await readPictureSets(options.data, ['reinecke'])
if (reinecke) {
  const prior = openPrior(fitPriorHead(crowd))
  const guesses = reinecke.embeddings.map((embedding) => prior.meanAt(prior.project(embedding)))
  const ratings = reinecke.rows.map(({ mean_rating_1_9 }) => Number(mean_rating_1_9))
  say(
    `\nReinecke websites (never fitted on): rank correlation of the prior ${rankCorrelation(guesses, ratings).toFixed(3)}\n`,
  )
}

function rowsOf(columnsOfTasks: readonly (readonly RaterTask[])[]): readonly (readonly string[])[] {
  return Object.entries(methods).map(([name, method]) => [
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

function calibrationRows(
  { raters }: Crowd,
  columnsOfTasks: readonly (readonly RaterTask[])[],
): readonly (readonly string[])[] {
  const bins = columnsOfTasks.map((tasks) => {
    const counts = Array.from({ length: 10 }, () => ({ all: 0, good: 0 }))
    for (const { task, featuresOf, rater } of tasks) {
      const model = modelOf(task, featuresOf)
      const { pictures, ratings } = raters[rater] ?? { pictures: [], ratings: [] }
      const isGood = isGoodBy(ratings)
      const labelled = new Set(task.labels.map(({ picture }) => picture))
      for (const [i, picture] of pictures.entries()) {
        if (labelled.has(picture)) continue
        const probability = predictTaste(model, frameOf(featuresOf(picture), 1), 0).probability
        const bin = counts[Math.min(9, Math.floor(probability * 10))]
        if (!bin) continue
        bin.all += 1
        bin.good += isGood(ratings[i] ?? 0) ? 1 : 0
      }
    }
    return counts
  })
  return Array.from({ length: 10 }, (_, i) => [
    `${(i / 10).toFixed(1)}–${((i + 1) / 10).toFixed(1)}`,
    ...bins.map((counts) => {
      const { all, good } = counts[i] ?? { all: 0, good: 0 }
      return all < 50 ? `(${all})` : `${(good / all).toFixed(3)} (${all})`
    }),
  ])
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
