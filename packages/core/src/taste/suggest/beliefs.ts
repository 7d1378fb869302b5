import { type Matrix, symmetricMatrix } from '../model/linear-algebra.ts'
import type { TasteFrame } from '../model/observations.ts'
import { posteriorAt } from '../model/posterior.ts'
import type { TasteModel } from '../model/preference.ts'

/**
 * What a model believes about the utilities of some frames: mean and covariance of their joint posterior, over all
 * components of the model. The label bias is included, because a label is about utility and bias; in a difference of two
 * frames it cancels out.
 */
export interface Beliefs {
  readonly means: Float64Array
  readonly covariance: Matrix
}

export function beliefsAt(model: TasteModel, frames: readonly TasteFrame[]): Beliefs {
  const components = posteriorAt(model, frames)
  const average = (value: (component: (typeof components)[number]) => number) =>
    components.reduce((sum, component) => sum + component.weight * value(component), 0)
  const means = Float64Array.from(frames, (_, i) => average((component) => component.means[i] as number))
  const offset = (values: Float64Array, i: number) => (values[i] as number) - (means[i] as number)
  const covariance = symmetricMatrix(frames.length, (i, j) =>
    average(
      ({ means: own, covariance: within }) =>
        (within.values[i * frames.length + j] as number) + offset(own, i) * offset(own, j),
    ),
  )
  return { means, covariance }
}
