import type { Caller } from '@palate/core/keys/access.ts'
import type { MergeResolutions } from '@palate/core/profile/merge/merge.ts'
import type { MergeStrategy } from '@palate/core/profile/merge/merge-lists.ts'
import type { ElementLists, Thresholds } from '@palate/core/profile/schema.ts'
import type { PreviewRequest } from '@palate/core/taste/preview-schema.ts'
import type { Db } from '../store/schema.ts'
import type { ProfileKey } from './profiles.ts'

/** The elements of a profile at a version or branch, as models learn from them. Equal states have equal keys. */
export interface State {
  readonly accountId: string
  readonly projectId: string
  readonly profileId: string
  /** The name of the profile. */
  readonly name: string
  readonly versionId: string | null
  readonly seed: string | null
  /** The second part of the profile's ETag when the state was looked up. It grows when pictures are pinned. */
  readonly derivedRevision: number
  /** An upper bound for the size of its profile. */
  readonly bytes: number
  /** The thresholds that were set for the profile. They are not part of the state. */
  readonly thresholds: Thresholds
  /** Lets another thread find the state. */
  readonly reference: StateReference
  /** For a state that a merge must compute first: computes it. Its seed can differ. */
  readonly computeMerge?: () => Promise<State>
  /** Reads the elements if they are not those of a version. */
  key(): Promise<string>
  /** Elements with references in place of text blobs: see core/profile/text-blobs.ts. */
  elements(): Promise<ElementLists>
  /** The full URL of a picture, if it is, or ends with, a reference to a text blob. */
  resolveAddress(address: string): Promise<string>
}

/** Selects a version, the head of a branch or (if neither is given) the head of the current branch. */
export interface StateSelector {
  readonly versionId?: string | undefined
  readonly branchId?: string | undefined
  readonly includeWorking?: boolean | undefined
}

/** A state that a request selected, and the branch whose head it is; null if the request named a version. */
export type SelectedState = State & { readonly branchId: string | null }

/** Throws a Fault if the profile, the version or the branch does not exist. */
export type FindState = (db: Db, caller: Caller, profileId: string, selector: StateSelector) => Promise<SelectedState>

/** The newest other profiles of the same account and project that have commits: the heads of their current branches. */
export type FindOtherStates = (
  db: Db,
  profile: ProfileKey & Pick<State, 'projectId'>,
  max: number,
) => Promise<readonly State[]>

/** The states that a preview compares. */
export interface PreviewStates {
  readonly from?: State
  readonly to: State
}

/** Finds the named states, or the result of a merge. Throws a Fault if one does not exist. */
export type FindPreviewStates = (
  db: Db,
  caller: Caller,
  profileId: string,
  selectors: Pick<PreviewRequest, 'from' | 'to'>,
) => Promise<PreviewStates>

/** Locates a state by its version and, unless `working` is null, by its uncommitted changes. */
export interface StateReference extends Omit<PinnedState, 'working'> {
  /** The working changes as stored with a batch, as they are now, or as the result of a merge into the version. */
  readonly working: PinnedState['working'] | { readonly isCurrent: true } | { readonly merge: MergeReference }
}

/** An uncommitted merge. */
export interface MergeReference {
  readonly sourceVersionId: string | null
  readonly strategy: MergeStrategy
  readonly resolutions?: MergeResolutions | undefined
}

/** A stored reference to a state to score against later. */
export interface PinnedState {
  readonly accountId: string
  readonly projectId: string
  readonly profileId: string
  readonly versionId: string | null
  readonly seed: string | null
  /** The elements as JSON, if they include uncommitted changes. */
  readonly working: string | null
}

/** Returns undefined if the profile was deleted. */
export type FindPinnedState = (db: Db, reference: StateReference) => Promise<State | undefined>
