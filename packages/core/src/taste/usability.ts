import type { AttributeName, Measured } from './attributes.ts'

export interface Usability {
  /** On the scale of the learned utility: 0 is neutral. */
  readonly utility: number
  /** In [0, 1]: 0.5 is neutral. */
  readonly score: number
  /** How much the picture looks like an interface at all, in [0, 1]; a photograph has no usability to speak of. */
  readonly interfaceLikeness: number
  readonly parts: readonly UsabilityPart[]
}

export interface UsabilityPart {
  readonly attribute: AttributeName
  readonly measured: number
  readonly contribution: number
  readonly reason: string
}

interface Criterion {
  readonly attribute: AttributeName
  readonly weight: number
  /** From −1 (hinders) over 0 (usual) to 1 (helps). */
  readonly judge: (measured: number) => number
  readonly helps: string
  readonly hinders: string
}

/** What the literature ties to usable screens; sources, weights and turning points in docs/usability.md. */
const criteria: readonly Criterion[] = [
  criterion('clutter', 0.6, below(0.62, 0.12), 'little competes for attention', 'too much competes for attention'),
  criterion('figure_ground_contrast', 0.4, above(0.45, 0.12), 'text and shapes stand out', 'text and shapes are faint'),
  criterion('grid_alignment', 0.3, above(0.18, 0.1), 'edges line up', 'edges do not line up'),
  criterion('white_space', 0.3, around(0.45, 0.3), 'space groups the content', 'space is scarce or excessive'),
  criterion('text_density', 0.2, below(0.2, 0.1), 'text comes in digestible amounts', 'text fills the screen'),
  criterion('palette_size', 0.2, below(0.55, 0.15), 'few colours carry meaning', 'many colours compete'),
]

/** The sum of what helps and hinders, as far as the picture is an interface. */
export function judgeUsability(measured: Measured): Usability {
  const interfaceLikeness = likenessOf(measured)
  const parts = criteria.map(({ attribute, weight, judge, helps, hinders }) => {
    const judged = judge(measured[attribute])
    return {
      attribute,
      measured: measured[attribute],
      contribution: interfaceLikeness * weight * judged,
      reason: judged >= 0 ? helps : hinders,
    }
  })
  const utility = parts.reduce((sum, { contribution }) => sum + contribution, 0)
  return { utility, score: 1 / (1 + Math.exp(-utility)), interfaceLikeness, parts }
}

/** Screens are made of level and upright lines that recur; nature is not. */
function likenessOf({ straightness, grid_alignment }: Measured): number {
  return 1 / (1 + Math.exp(-((straightness - 0.5) / 0.06 + (grid_alignment - 0.1) / 0.04)))
}

function criterion(
  attribute: AttributeName,
  weight: number,
  judge: Criterion['judge'],
  helps: string,
  hinders: string,
): Criterion {
  return { attribute, weight, judge, helps, hinders }
}

function above(turningPoint: number, softness: number): Criterion['judge'] {
  return (measured) => Math.tanh((measured - turningPoint) / softness)
}

function below(turningPoint: number, softness: number): Criterion['judge'] {
  return (measured) => Math.tanh((turningPoint - measured) / softness)
}

function around(best: number, width: number): Criterion['judge'] {
  return (measured) => 2 * Math.exp(-(((measured - best) / width) ** 2)) - 1
}
