import type { AttributeName, Measured } from '../attributes.ts'

export interface Usability {
  /** In log odds, like the learned utility: 0 is neutral. */
  readonly utility: number
  /** In [0, 1]: 0.5 is neutral. */
  readonly score: number
  /** How much the picture looks like an interface, in [0, 1]. A photograph gets a neutral score. */
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
  /** From −1 (hinders) through 0 (typical) to 1 (helps). */
  readonly rate: (measured: number) => number
  readonly helps: string
  readonly hinders: string
}

/**
 * The formula could not distinguish screens that people find intuitive from others (docs/taste-model.md), so it moves a
 * score only this share of the way.
 */
const trust = 0.2

/** What the literature associates with usable screens. For sources, weights and turning points see docs/taste-model.md. */
const criteria: readonly Criterion[] = [
  criterion('clutter', 0.6, below(0.62, 0.12), 'little competes for attention', 'too much competes for attention'),
  criterion('figure_ground_contrast', 0.4, above(0.45, 0.12), 'text and shapes stand out', 'text and shapes are faint'),
  criterion('grid_alignment', 0.3, above(0.18, 0.1), 'edges line up', 'edges do not line up'),
  criterion('white_space', 0.3, around(0.45, 0.3), 'space groups the content', 'space is scarce or excessive'),
  criterion('text_density', 0.2, below(0.2, 0.1), 'text comes in digestible amounts', 'text fills the screen'),
  criterion('palette_size', 0.2, below(0.55, 0.15), 'few colours carry meaning', 'many colours compete'),
]

/** The weighted sum of the criteria, scaled by how far it is trusted and how much the picture looks like an interface. */
export function estimateUsability(measured: Measured): Usability {
  const interfaceLikeness = likenessOf(measured)
  const parts = criteria.map(({ attribute, weight, rate, helps, hinders }) => {
    const rating = rate(measured[attribute])
    return {
      attribute,
      measured: measured[attribute],
      contribution: trust * interfaceLikeness * weight * rating,
      reason: rating >= 0 ? helps : hinders,
    }
  })
  const utility = parts.reduce((sum, { contribution }) => sum + contribution, 0)
  return { utility, score: 1 / (1 + Math.exp(-utility)), interfaceLikeness, parts }
}

/** Interfaces consist of horizontal and vertical lines that share rows and columns; photographs rarely do. */
function likenessOf({ straightness, grid_alignment }: Measured): number {
  return 1 / (1 + Math.exp(-((straightness - 0.5) / 0.06 + (grid_alignment - 0.1) / 0.04)))
}

function criterion(
  attribute: AttributeName,
  weight: number,
  rate: Criterion['rate'],
  helps: string,
  hinders: string,
): Criterion {
  return { attribute, weight, rate, helps, hinders }
}

function above(turningPoint: number, softness: number): Criterion['rate'] {
  return (measured) => Math.tanh((measured - turningPoint) / softness)
}

function below(turningPoint: number, softness: number): Criterion['rate'] {
  return (measured) => Math.tanh((turningPoint - measured) / softness)
}

function around(best: number, width: number): Criterion['rate'] {
  return (measured) => 2 * Math.exp(-(((measured - best) / width) ** 2)) - 1
}
