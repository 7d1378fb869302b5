import { z } from 'zod'
import { ClientId, characters, Name, PathId, ProjectId, seedCharactersMax, Timestamp } from '../fields.ts'
import { Actor } from '../keys/schema.ts'
import { byName, listOf } from '../lists.ts'
import { ImageData, isWithinUrlLimit, PictureUrl, urlTooLong } from '../picture-url.ts'

export const elementsPerListMax = 20_000
export const branchesPerProfileMax = 1000
export const elementWeightMax = 1000
export const dimensionCharactersMax = 64

const dimension = characters(1, dimensionCharactersMax).nullish()
const weight = z.number().min(0).max(elementWeightMax).nullish()
const removed = z
  .boolean()
  .nullish()
  .meta({ description: 'In the working changes, `true` marks the element with this id for removal' })
const by = z.unknown().optional().meta({
  description:
    'The id of the person whose judgement it is; absent for the team’s own. Judgements of different people about the same thing stand side by side. When judgements are added, it is the person who is signed in or owns the key; only the scope `admin` can send another, or null for the team’s own',
})

/** Elements keep every member sent. Palate reads only these. */
export const Constraint = z.looseObject({
  id: PathId.nullish(),
  category: z.string().nullish(),
  question: z.string().nullish(),
  questionId: z
    .unknown()
    .optional()
    .meta({ description: 'The id of the suggested question that this answers, if any' }),
  answer: z.unknown().optional(),
  confirmed: z.unknown().optional().meta({
    description: 'A list of attributes about which the words are kept although the good pictures show the opposite',
  }),
  dimension,
  weight,
  by,
  removed,
})

export const Exemplar = z.looseObject({
  id: PathId.nullish(),
  label: z.enum(['good', 'bad']).nullish(),
  imageData: ImageData.nullish(),
  url: PictureUrl.nullish(),
  frameId: ClientId.nullish(),
  dimension,
  weight,
  by,
  removed,
  source: z.unknown().optional(),
})

export const FrameRef = z
  .union([ClientId, z.looseObject({ id: ClientId, url: z.string().nullish() })], {
    error: 'must be the id of a frame, or {id, url}',
  })
  // Outside the union, whose own error would replace this one.
  .refine((frame) => typeof frame === 'string' || isWithinUrlLimit(frame.url ?? ''), {
    error: urlTooLong,
    path: ['url'],
  })

export const Comparison = z.looseObject({
  id: PathId.nullish(),
  frameA: FrameRef.nullish(),
  frameB: FrameRef.nullish(),
  winner: ClientId.nullish().meta({ description: 'The id of the preferred frame, or "tie"' }),
  dimension,
  weight,
  by,
  removed,
})

export const elementKinds = ['constraints', 'exemplars', 'comparisons'] as const
export type ElementKind = (typeof elementKinds)[number]

export function byKind<Value>(make: (kind: ElementKind) => Value): { readonly [kind in ElementKind]: Value } {
  return { constraints: make('constraints'), exemplars: make('exemplars'), comparisons: make('comparisons') }
}

/** A stored element, which always has an id. */
export type Element = Readonly<Record<string, unknown>> & { readonly id: string }
/** A sent element, whose id may be missing. */
export type SentElement = Readonly<Record<string, unknown>> & { readonly id?: string | null | undefined }

/** Whether an element of the working changes marks the element with its id for removal. */
export function isRemovalMark(element: SentElement): boolean {
  return element.removed === true
}

export type ElementLists = { readonly [kind in ElementKind]: readonly Element[] }

const elementLists = {
  constraints: listOf(Constraint, { max: elementsPerListMax }),
  exemplars: listOf(Exemplar, { max: elementsPerListMax }),
  comparisons: listOf(Comparison, { max: elementsPerListMax }),
}

export const LatentScores = byName(z.number())
export type LatentScores = z.infer<typeof LatentScores>

export const Snapshot = z.object({ ...elementLists, latentScores: LatentScores })
/** A stored snapshot. */
export type Snapshot = ElementLists & { readonly latentScores: LatentScores }

export const SentSnapshot = Snapshot.partial()
export type SentSnapshot = z.infer<typeof SentSnapshot>

export const EffectiveSnapshot = Snapshot.extend({
  promptSummary: z.string(),
  embeddingCentroid: listOf(z.number()),
})

export const WorkingChanges = z.object(elementLists)

export const BudgetCounter = z.object({ used: z.int().min(0), total: z.int().min(0) })
export const Budget = z.object({ questions: BudgetCounter, labels: BudgetCounter, comparisons: BudgetCounter })
export type Budget = z.infer<typeof Budget>

export const Branch = z.object({
  id: PathId,
  name: Name,
  description: z.string().optional(),
  headVersionId: PathId.nullable(),
  parentBranchId: PathId.optional(),
  createdAt: Timestamp,
})
export type Branch = Readonly<z.infer<typeof Branch>>

/** A stored branch. It also records its start, which cannot be derived from the head. */
export type StoredBranch = Branch & { readonly startVersionId: string | null }

const versionFields = {
  id: PathId,
  branchId: PathId,
  parentVersionId: PathId.nullable(),
  message: z.string(),
  createdAt: Timestamp,
  mergedFrom: PathId.optional().meta({ description: 'The branch head that this commit merged in' }),
}
export const VersionSummary = z.object(versionFields)
export type VersionSummary = Readonly<z.infer<typeof VersionSummary>>
export const Version = VersionSummary.extend({ snapshot: Snapshot })

const changeCounts = z.object({ added: z.int(), removed: z.int(), changed: z.int() })
export const VersionChanges = z
  .object({ constraints: changeCounts, exemplars: changeCounts, comparisons: changeCounts })
  .meta({ description: 'How many elements differ from the parent version' })
export type VersionChanges = Readonly<z.infer<typeof VersionChanges>>

export const VersionAuthor = Actor.nullable().meta({
  description: 'The person or API key that made the commit; null if unknown',
})

/** A version as shown in lists of the history. */
export const HistoryEntry = VersionSummary.extend({ author: VersionAuthor, changes: VersionChanges })

export type Version = VersionSummary & {
  readonly snapshot: Snapshot
  /** The number of changes from the parent, stored with the version and shown in lists of the history. */
  readonly changes?: VersionChanges
  /** The profile's seed at the time of the commit, used to score the version. Shown only in exports. */
  readonly seed?: string
}

const seed = characters(0, seedCharactersMax).nullable()

const Share = z.number().min(0).max(1)
export const SetThreshold = z
  .object({ pass: Share, fail: Share.optional() })
  .refine(({ pass, fail }) => fail === undefined || fail <= pass, { error: 'must not exceed pass', path: ['fail'] })
export type SetThreshold = Readonly<z.infer<typeof SetThreshold>>

export const Thresholds = byName(SetThreshold).meta({ description: 'Thresholds that were set, by dimension' })
export type Thresholds = Readonly<z.infer<typeof Thresholds>>

export const ProfileSummary = z.object({
  id: z.string(),
  projectId: ProjectId,
  name: Name,
  seed,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  thresholds: Thresholds.optional(),
})
export type ProfileSummary = Readonly<z.infer<typeof ProfileSummary>>

/** A profile without its versions, of which there may be thousands. */
export type Profile = ProfileSummary & {
  readonly branches: readonly StoredBranch[]
  readonly currentBranchId: string
  readonly workingChanges: ElementLists
  readonly budget: Budget
  /** They are not part of versions. */
  readonly thresholds: Thresholds
  /** What a client set to override the computed effective snapshot, or null. */
  readonly effectiveOverride: EffectiveOverride | null
}

export const ListedVersion = VersionSummary.extend({ snapshot: Snapshot.optional() })

export const ProfileData = z.object({
  branches: z.array(Branch),
  versions: z.array(ListedVersion),
  currentBranchId: PathId,
  workingChanges: WorkingChanges,
  budget: Budget,
})

export const ProfileDocument = ProfileSummary.extend({
  profileData: ProfileData,
  effectiveSnapshot: EffectiveSnapshot,
})

export const NewProfile = z.object({
  projectId: ProjectId,
  name: Name,
  seed: seed.optional(),
  basedOn: z.string().nullish().meta({
    description: 'Id of a profile of the account; its effective state becomes the first commit of the new profile',
  }),
})
export type NewProfile = z.infer<typeof NewProfile>

export const EffectiveOverride = EffectiveSnapshot.partial()
export type EffectiveOverride = z.infer<typeof EffectiveOverride>

export const SentBranch = z.object({
  id: PathId,
  name: Name.optional(),
  description: z.string().nullish(),
  headVersionId: PathId.nullish().meta({ description: 'Moves the head; unchanged if absent' }),
  parentBranchId: PathId.nullish(),
  createdAt: Timestamp.optional(),
})
export type SentBranch = z.infer<typeof SentBranch>

export const SentVersion = z.object({
  id: PathId,
  branchId: PathId.optional(),
  parentVersionId: PathId.nullish(),
  message: z.string().optional(),
  snapshot: SentSnapshot.optional(),
  createdAt: Timestamp.optional(),
  mergedFrom: PathId.nullish(),
})
export type SentVersion = z.infer<typeof SentVersion>

export const SentWorkingChanges = WorkingChanges.partial()

export const SentBudgetCounter = BudgetCounter.partial()
export const SentBudget = z.object({
  questions: SentBudgetCounter.optional(),
  labels: SentBudgetCounter.optional(),
  comparisons: SentBudgetCounter.optional(),
})

export const ProfileDataPatch = z.object({
  branches: listOf(SentBranch, { max: branchesPerProfileMax }).optional(),
  versions: listOf(SentVersion).optional(),
  currentBranchId: PathId.optional(),
  workingChanges: SentWorkingChanges.optional(),
  budget: SentBudget.optional(),
})

export const ProfilePatch = z.object({
  name: Name.optional(),
  seed: seed.optional(),
  profileData: ProfileDataPatch.optional(),
  effectiveSnapshot: EffectiveOverride.optional(),
  thresholds: byName(SetThreshold.nullable())
    .optional()
    .meta({ description: 'Replaces the thresholds of these dimensions; null removes one' }),
})
export type ProfilePatch = z.infer<typeof ProfilePatch>
