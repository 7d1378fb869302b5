import type { FitInput, PictureFeatures } from '../model/fit-input.ts'
import {
  leaveOneOut,
  type Source,
  sourceLogOdds,
  sourceOf,
  type View,
  type ViewName,
  type WeightedPicture,
} from './same-source.ts'
import type { LikenessSpace, Projection } from './space.ts'

/** What the good exemplars have in common, as plain data. Both arrays have an entry for each view. */
export type Likeness = {
  readonly sources: readonly Source[]
  /** How much each view counts, from 0 to 1. */
  readonly shares: readonly number[]
}

export type LikenessFit = {
  readonly likeness: Likeness
  /** What the views say about each picture. Those of a good exemplar are computed from the other exemplars. */
  readonly views: readonly (readonly ViewLikeness[])[]
}

type Labels = readonly Pick<FitInput['labels'][number], 'picture' | 'good' | 'weight'>[]

/** Weight of the sum of the exemplars' log odds, which are not independent. */
const evidenceScale = 0.5
/** How much less a view counts for each unit by which its exemplars' mean log odds are below the other view's. */
const rivalryScale = 0.5
/** With fewer than two good exemplars, nothing shows which view matters. */
const shareWithoutEvidence = 0.5

/**
 * Learns what the good exemplars have in common. A view counts as far as each good exemplar resembles the others in it.
 * Bad exemplars and comparisons are left to the taste model, which uses these log odds as its prior mean.
 */
export function fitLikeness({ views }: LikenessSpace, pictures: readonly Projection[], labels: Labels): LikenessFit {
  const weights = new Float64Array(pictures.length)
  for (const { picture, good, weight } of labels) if (good) weights[picture] = (weights[picture] as number) + weight
  const good = Array.from(weights.keys()).filter((i) => (weights[i] as number) > 0)
  const fits = views.map((view, v) => {
    const at = (i: number) => (pictures[i] as Projection).at[v] as Float32Array
    const members = good.map((i): WeightedPicture => ({ at: at(i), weight: weights[i] as number }))
    const source = sourceOf(pictures[0] ? at(0).length : 0, members)
    const withoutItself = leaveOneOut(view, source, members)
    const own = new Map(good.map((i, k) => [i, withoutItself[k] as number]))
    return {
      source,
      evidence: members.reduce((sum, { weight }, k) => sum + weight * (withoutItself[k] as number), 0),
      logOdds: pictures.map((_, i) => own.get(i) ?? sourceLogOdds(view, source, at(i))),
    }
  })
  const shares = good.length < 2 ? views.map(() => shareWithoutEvidence) : sharesOf(fits)
  return {
    likeness: { sources: fits.map(({ source }) => source), shares },
    views: pictures.map((_, i) =>
      fits.map(({ logOdds }, v) => ({
        ...{ view: (views[v] as View).name, share: shares[v] as number, logOdds: logOdds[i] as number },
      })),
    ),
  }
}

/** A view counts if the exemplars are alike in it, and counts more if they are less alike in the other one. */
function sharesOf(fits: readonly { readonly source: Source; readonly evidence: number }[]): readonly number[] {
  const means = fits.map(({ source, evidence }) => evidence / source.count)
  const best = Math.max(...means)
  return fits.map(({ evidence }, v) => {
    const probability = 1 / (1 + Math.exp(-evidenceScale * evidence))
    return probability * Math.exp(rivalryScale * ((means[v] as number) - best))
  })
}

/** What one view says about a picture. */
export type ViewLikeness = {
  readonly view: ViewName
  readonly share: number
  /** Log odds that the picture is from the same source as the good exemplars. */
  readonly logOdds: number
}

export function viewLikenesses(
  space: LikenessSpace,
  { sources, shares }: Likeness,
  picture: PictureFeatures,
): readonly ViewLikeness[] {
  // Projecting takes longer than the rest of a prediction.
  const isKnown = sources.some(({ count }) => count > 0)
  const at = isKnown ? space.project(picture).at : []
  return space.views.map((view, v) => ({
    view: view.name,
    share: shares[v] as number,
    logOdds: isKnown ? sourceLogOdds(view, sources[v] as Source, at[v] as Float32Array) : 0,
  }))
}

/** The log odds of the views, weighted by their shares. */
export function likenessUtility(views: readonly ViewLikeness[]): number {
  return views.reduce((sum, { share, logOdds }) => sum + share * logOdds, 0)
}
