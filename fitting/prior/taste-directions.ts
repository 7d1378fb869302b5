import { Matrix, solve } from 'ml-matrix'
import { type ChoiceGroup, fitCrowdUtility, type RatedGroup, utilityAt } from './crowd-utility.ts'
import { leadingEigenvectors } from './eigenvectors.ts'

const directionAxes = 40
const directionsKept = 24
const emRounds = 12
const startVariance = 0.5
const startNoise = 0.6
// Regularisation: this many imagined people with the start covariance are counted among the real ones.
const imaginedPeople = 100

/**
 * The main directions in which people's tastes differ from the crowd's: principal axes of the covariance of linear
 * tastes, estimated by expectation maximisation. Each group's expected ratings come from the other groups.
 */
export function fitTasteDirections(rated: readonly RatedGroup[], choices: ChoiceGroup): readonly Float32Array[] {
  const groups = rated.map((group) => residualsOf(group, rated, choices))
  const axes = groups[0]?.points.columns ?? 0
  let state: State = { covariance: Matrix.eye(axes, axes, startVariance), noise: startNoise }
  for (let round = 0; round < emRounds; round++) state = emRound(groups, state)
  const { values, vectors } = leadingEigenvectors(state.covariance, directionsKept)
  const length = rated[0]?.points[0]?.length ?? 0
  return vectors.map((vector, k) => {
    const row = new Float32Array(length)
    row.set(Float32Array.from(vector, (value) => value * Math.sqrt(values[k] as number)))
    return row
  })
}

type State = { readonly covariance: Matrix; readonly noise: number }

/** `points`: a row for each picture. `ratings`: a row for each rater, less what the crowd is expected to say. */
type Residuals = { readonly points: Matrix; readonly ratings: Matrix }

function residualsOf(group: RatedGroup, rated: readonly RatedGroup[], choices: ChoiceGroup): Residuals {
  const others = rated.filter((other) => other !== group)
  const utility = fitCrowdUtility(others, choices)
  const expected = group.points.map((point) => utilityAt(utility, point))
  return {
    points: new Matrix(group.points.map((point) => point.slice(0, directionAxes))).center('column'),
    ratings: new Matrix([...group.ratings]).subRowVector(expected).center('row'),
  }
}

function emRound(groups: readonly Residuals[], { covariance, noise }: State): State {
  const axes = covariance.rows
  const sum = Matrix.eye(axes, axes, imaginedPeople * startVariance)
  let people = imaginedPeople
  let squares = 0
  let observations = 0
  for (const { points, ratings } of groups) {
    const crossCovariance = points.mmul(covariance)
    const ratingCovariance = crossCovariance.mmul(points.transpose()).add(Matrix.eye(points.rows, points.rows, noise))
    const gain = solve(ratingCovariance, crossCovariance)
    const tastes = ratings.mmul(gain)
    const uncertainty = Matrix.sub(covariance, crossCovariance.transpose().mmul(gain))
    const errors = Matrix.sub(ratings, tastes.mmul(points.transpose()))
    sum.add(tastes.transpose().mmul(tastes)).add(Matrix.mul(uncertainty, ratings.rows))
    squares += errors.dot(errors) + ratings.rows * points.mmul(uncertainty).dot(points)
    people += ratings.rows
    observations += ratings.rows * points.rows
  }
  return { covariance: sum.div(people), noise: squares / observations }
}
