import type { WishPart } from '../constraints.ts'
import type { ViewLikeness } from '../likeness/likeness.ts'
import type { UsabilityPart } from '../usability/usability.ts'

/** What was expected of a picture before any judgement. */
export interface ExplainedPrior {
  readonly crowd: number
  /** What other profiles in the project have in common. */
  readonly others: number
  /** What the team would say, if this is the model of one person. */
  readonly team: number
  readonly views: readonly ViewLikeness[]
  readonly wishes: { readonly parts: readonly WishPart[] }
  readonly usability: { readonly parts: readonly UsabilityPart[] }
  /** Estimates of what a screen is like, by name. */
  readonly qualities: Readonly<Record<string, number>>
}
