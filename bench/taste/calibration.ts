import type { Crowd } from '../../fitting/prior/crowd.ts'
import { modelOf } from './methods.ts'
import type { RaterTask } from './photographs.ts'
import { isGoodBy } from './protocol.ts'

const binCount = 10
const picturesPerBinMin = 50

/** For unlabelled pictures, the share that was good by predicted probability, then the mean log loss. */
export function calibrationRows(
  { raters }: Crowd,
  columnsOfTasks: readonly (readonly RaterTask[])[],
  isContrarian: boolean,
): readonly (readonly string[])[] {
  const columns = columnsOfTasks.map((tasks) => predictionsOf(raters, tasks, isContrarian))
  const bins = Array.from({ length: binCount }, (_, i) => [
    `${(i / binCount).toFixed(1)}–${((i + 1) / binCount).toFixed(1)}`,
    ...columns.map((predictions) => {
      const those = predictions.filter(({ probability }) => Math.floor(probability * binCount) === i)
      const share = those.filter(({ isGood }) => isGood).length / those.length
      return those.length < picturesPerBinMin ? `(${those.length})` : `${share.toFixed(3)} (${those.length})`
    }),
  ])
  return [...bins, ['log loss', ...columns.map((predictions) => logLoss(predictions).toFixed(4))]]
}

type Predicted = { readonly probability: number; readonly isGood: boolean }

function predictionsOf(
  raters: Crowd['raters'],
  tasks: readonly RaterTask[],
  isContrarian: boolean,
): readonly Predicted[] {
  return tasks.flatMap(({ task, featuresOf, rater }) => {
    const model = modelOf(task, featuresOf)
    const { pictures = [], ratings: given = [] } = raters[rater] ?? {}
    const ratings = given.map((rating) => (isContrarian ? -rating : rating))
    const isGood = isGoodBy(ratings)
    const labelled = new Set(task.labels.map(({ picture }) => picture))
    return pictures.flatMap((picture, i) => {
      if (labelled.has(picture)) return []
      const { probability } = model.predict(featuresOf(picture))
      return [{ probability, isGood: isGood(ratings[i] as number) }]
    })
  })
}

function logLoss(predictions: readonly Predicted[]): number {
  const sum = predictions.reduce(
    (total, { probability, isGood }) => total - Math.log(isGood ? probability : 1 - probability),
    0,
  )
  return sum / predictions.length
}
