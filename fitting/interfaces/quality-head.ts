import { type AttributeName, attributes } from '@palate/core/taste/attributes.ts'
import { pack } from '@palate/core/taste/prior/packing.ts'
import { attributesAndSquares, type InterfaceQualitiesHead } from '@palate/core/taste/usability/interface-qualities.ts'
import { CholeskyDecomposition, Matrix } from 'ml-matrix'
import { knobNames } from '../../demo/interfaces/knobs.ts'
import type { MockUp } from './mock-ups.ts'

/**
 * The averages of blocks 5, 9, 12 and 14. Block 14's detectors are excluded: they capture the kind of screen rather
 * than how it is drawn, and make the estimates worse on other kinds of screens.
 */
const embeddingNumbers = 352
/** The format of a screen and its pastels are none of its qualities. */
const unfitted: ReadonlySet<AttributeName> = new Set(['aspect', 'pastel'])
/** Ridge penalty per mock-up and standardised feature. */
const penalty = 0.02
/**
 * Weight of differences between kinds of screens relative to differences within a kind. A kind may have few aligned
 * elements whatever its knob, so differences between kinds generalise poorly.
 */
const kindShare = 0.35
/** Deviation used for a constant column. */
const deviationMin = 1e-6

const about =
  'Fitted by scripts/fit-interfaces.ts on mock-ups drawn by demo/interfaces: no picture of anyone and no judgement is in it.'

/**
 * Ridge regression of the mock-ups' knobs on the features of their pictures. Estimates of a quality that is hard to see
 * vary little; all are scaled to a deviation of 1, so that each cause can be learned equally well.
 */
export function fitInterfaceQualities(mockUps: readonly MockUp[]): InterfaceQualitiesHead {
  const names = attributes.map(({ name }) => name).filter((name) => !unfitted.has(name))
  const features = new Matrix(mockUps.map((mockUp) => featuresOf(mockUp, names)))
  const means = features.mean('column')
  const deviations = deviationsOf(features)
  const points = features.subRowVector(means).divRowVector(deviations)
  const targets = new Matrix(mockUps.map(({ interface: { knobs } }) => knobNames.map((name) => knobs[name])))
  targets.subRowVector(targets.mean('column'))
  const weights = ridge(withinKinds(points, mockUps), withinKinds(targets, mockUps))
  const rows = weights
    .divRowVector(deviationsOf(points.mmul(weights)))
    .transpose()
    .divRowVector(deviations)
    .to2DArray()
  return {
    about,
    names: knobNames,
    attributes: names,
    embeddingNumbers,
    offsets: rows.map((row) => -row.reduce((sum, weight, i) => sum + weight * (means[i] ?? 0), 0)),
    attributeWeights: pack(rows.flatMap((row) => row.slice(0, -embeddingNumbers))),
    embeddingWeights: pack(rows.flatMap((row) => row.slice(-embeddingNumbers))),
  }
}

function deviationsOf(columns: Matrix): number[] {
  return columns.standardDeviation('column').map((value) => Math.max(value, deviationMin))
}

/** Moves the mean of each kind of screen towards the overall mean, which is 0. */
function withinKinds(rows: Matrix, mockUps: readonly MockUp[]): Matrix {
  const result = rows.clone()
  for (const kind of new Set(mockUps.map((mockUp) => mockUp.interface.kind))) {
    const members = mockUps.flatMap((mockUp, i) => (mockUp.interface.kind === kind ? [i] : []))
    const means = rows.subMatrixRow(members).mean('column')
    for (const i of members) {
      for (const [column, mean] of means.entries()) {
        result.set(i, column, rows.get(i, column) - (1 - kindShare) * mean)
      }
    }
  }
  return result
}

/** A column of weights for each column of targets. */
function ridge(points: Matrix, targets: Matrix): Matrix {
  const transposed = points.transpose()
  const system = transposed.mmul(points).add(Matrix.eye(points.columns).mul(penalty * points.rows))
  return new CholeskyDecomposition(system).solve(transposed.mmul(targets))
}

function featuresOf({ attributes: measured, embedding }: MockUp, names: readonly AttributeName[]): number[] {
  return [...attributesAndSquares(names, measured), ...embedding.subarray(0, embeddingNumbers)]
}
