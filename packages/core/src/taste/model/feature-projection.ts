import { type Wish, wishUtility } from '../constraints.ts'
import { type Coordinates, unitCoordinates } from '../gaussian-process/kernel.ts'
import type { TasteFrame, TasteSettings } from '../gaussian-process/observations.ts'
import { meanAt } from '../gaussian-process/posterior.ts'
import { usualAgreement } from '../gaussian-process/preference.ts'
import type { TasteModel } from '../gaussian-process/taste-model.ts'
import { type Likeness, likenessUtility, type ViewLikeness, viewLikenesses } from '../likeness/likeness.ts'
import type { LikenessSpace } from '../likeness/space.ts'
import { type PooledTaste, pooledUtility } from '../prior/pooled.ts'
import type { Prior } from '../prior/prior.ts'
import { traitsOf } from '../simple-tastes/traits.ts'
import { type InterfaceQualities, usabilityCoordinates } from '../usability/interface-qualities.ts'
import { estimateUsability } from '../usability/usability.ts'
import type { PictureFeatures } from './fit-input.ts'

/** Models fitted in advance in the built-in embedder's space. */
export interface PriorKnowledge {
  readonly prior: Prior
  readonly interfaceQualities: InterfaceQualities
  /** Whether pictures are compared in the space of another embedder. */
  readonly isBesideAnother?: boolean
}

/** Projects pictures into the space of the taste model and into that of `likeness`. */
export interface FeatureProjection {
  readonly project: Project
  readonly space: LikenessSpace | undefined
  /** What the taste model of a dimension expects of an owner who has judged nothing. */
  readonly settingsOf: (dimension: string) => TasteSettings
}

interface Projection {
  readonly coordinates: Coordinates
  /** The prior mean: what people in general would say about the picture. */
  readonly crowd: number
}

/** The projection of a screen, with estimates of its qualities by name. */
interface ScreenProjection extends Projection {
  readonly qualities: Readonly<Record<string, number>>
  readonly estimates?: Float32Array
}

type Project = (dimension: string, picture: PictureFeatures, relevance?: readonly number[]) => ScreenProjection

export function createProjector(knowledge: PriorKnowledge | undefined): Project {
  // Keyed by embedding object, because every dimension of every request needs the same projection.
  const cache = new WeakMap<Float32Array, Projection>()
  return (dimension, picture, relevance) => {
    const { embedding, builtinEmbedding, attributes: measured } = picture
    const builtin = knowledge?.isBesideAnother ? builtinEmbedding : embedding
    const projection = cache.get(embedding) ?? projectPicture(knowledge, embedding, builtin)
    cache.set(embedding, projection)
    if (dimension !== 'usability' || !knowledge || !builtin) return { ...projection, qualities: {} }
    const estimates = knowledge.interfaceQualities.estimate(builtin, measured)
    return projectScreen(knowledge.interfaceQualities, projection, estimates, relevance)
  }
}

/**
 * With another embedder, the crowd's opinion and the directions in which people differ come from the built-in embedder;
 * the similarity of two pictures comes from the other one.
 */
function projectPicture(
  knowledge: PriorKnowledge | undefined,
  embedding: Float32Array,
  builtin: Float32Array | undefined,
): Projection {
  if (!knowledge || !builtin) return { coordinates: unitCoordinates(embedding), crowd: 0 }
  const { prior, isBesideAnother = false } = knowledge
  const known = prior.project(builtin)
  const coordinates = isBesideAnother ? { ...known, axes: unitCoordinates(embedding).axes } : known
  return { coordinates, crowd: prior.meanAt(known) }
}

function projectScreen(
  { names }: InterfaceQualities,
  { coordinates, crowd }: Projection,
  estimates: Float32Array,
  relevance: readonly number[] | undefined,
): ScreenProjection {
  const qualities = Object.fromEntries(names.map((name, i) => [name, estimates[i] ?? 0]))
  return { coordinates: usabilityCoordinates(coordinates, estimates, relevance), crowd, qualities, estimates }
}

/** What a frame depends on in addition to the picture. */
export interface PriorInput {
  readonly dimension: string
  readonly wishes: readonly Wish[]
  /** What other profiles in the project have in common, if the taste starts from it. */
  readonly pooledTaste?: PooledTaste | undefined
  /** The model of the whole team, if this is the model of one person, who is expected to agree with it. */
  readonly team?: (PriorInput & { readonly taste: TasteModel }) | undefined
  /** How much the team's opinion counts in place of that of people in general. */
  readonly teamShare?: number
  /** What the good exemplars have in common, except for the dimension `usability`. */
  readonly likeness?: Likeness
  /** For the dimension `usability`: how much each quality of a screen matters to the owner. */
  readonly relevance?: readonly number[]
}

/** A picture as the taste model sees it. */
export function frameOf(
  projection: FeatureProjection,
  input: PriorInput,
  picture: PictureFeatures,
  views?: readonly ViewLikeness[],
): TasteFrame {
  const { dimension } = input
  const parts = priorParts(projection, input, picture, views)
  const { coordinates, crowd, others, team, wishes, usability } = parts
  if (dimension === 'usability') return { coordinates, priorMean: usability.utility + team, wishMean: wishes.utility }
  return {
    coordinates,
    priorMean: dimension === 'likeness' ? likenessUtility(parts.views) + team : crowd + others + team,
    wishMean: wishes.utility,
    traits: traitsOf(picture.attributes, parts.views),
  }
}

/** A picture in the space that the model of a dimension compares pictures in. */
export function projected({ project, space }: FeatureProjection, input: PriorInput, picture: PictureFeatures) {
  const { dimension, likeness, relevance } = input
  if (!(likeness && space && dimension === 'likeness')) return project(dimension, picture, relevance)
  return { coordinates: space.project(picture).coordinates, crowd: 0, qualities: {} }
}

/**
 * The parts of the prior: the crowd's opinion, the others', the likeness, the wishes, and the usability formula. What the
 * views say about a judged picture has to be computed without it.
 */
export function priorParts(
  projection: FeatureProjection,
  input: PriorInput,
  picture: PictureFeatures,
  viewsWithoutIt?: readonly ViewLikeness[],
) {
  const parts = ownParts(projection, input, picture, viewsWithoutIt)
  const { team, teamShare = 1, dimension, likeness } = input
  if (!team) return { ...parts, team: 0 }
  // The team's opinion includes that of people in general, of other profiles and of the usability formula.
  const utility =
    meanAt(team.taste, frameOf(projection, team, picture)) / usualAgreement(projection.settingsOf(dimension))
  const isLikeness = dimension === 'likeness'
  const ownShare = isLikeness ? ownLikenessShare(likeness) : 1 - teamShare
  return {
    ...parts,
    crowd: ownShare * parts.crowd,
    others: ownShare * parts.others,
    usability: {
      utility: ownShare * parts.usability.utility,
      parts: parts.usability.parts.map((part) => ({ ...part, contribution: ownShare * part.contribution })),
    },
    views: isLikeness ? parts.views.map((view) => ({ ...view, share: ownShare * view.share })) : parts.views,
    team: (1 - ownShare) * utility,
  }
}

/** With this many judgements of one's own, the team's opinion counts as much as that of people in general. */
const halfTeamJudgements = 20

/** Who has just begun is expected to judge as the team does. */
export function teamShareAfter(judgements: number): number {
  return halfTeamJudgements / (halfTeamJudgements + judgements)
}

/** With this many good exemplars, likeness to one's own counts as much as what the team finds. */
const halfOwnLikeness = 2

function ownLikenessShare(likeness: Likeness | undefined): number {
  const count = likeness?.sources[0]?.count ?? 0
  return count / (count + halfOwnLikeness)
}

function ownParts(
  projection: FeatureProjection,
  input: PriorInput,
  picture: PictureFeatures,
  viewsWithoutIt?: readonly ViewLikeness[],
) {
  const { space, settingsOf } = projection
  const { dimension, wishes, pooledTaste, likeness } = input
  const { wishScale } = settingsOf(dimension)
  const { attributes: measured } = picture
  const { coordinates, crowd, qualities } = projected(projection, input, picture)
  return {
    coordinates,
    crowd: dimension === 'aesthetics' ? crowd : 0,
    others: pooledTaste ? pooledUtility(pooledTaste, coordinates, crowd) : 0,
    qualities,
    views: viewsWithoutIt ?? (likeness && space ? viewLikenesses(space, likeness, picture) : []),
    wishes: scaled(wishScale, wishUtility(wishes, measured)),
    usability: scaled(wishScale, estimateUsability(measured)),
  }
}

function scaled<Part extends { readonly contribution: number }>(
  scale: number,
  { utility, parts }: { readonly utility: number; readonly parts: readonly Part[] },
) {
  return {
    utility: utility * scale,
    parts: parts.map((part) => ({ ...part, contribution: part.contribution * scale })),
  }
}
