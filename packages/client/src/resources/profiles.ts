import type {
  Branch,
  Diagnostics,
  HistoryEntryWithSnapshot,
  ListedVersion,
  MergeRequest,
  MergeResult,
  NewProfile,
  Preview,
  PreviewRequest,
  Profile,
  ProfileDiff,
  ProfileExport,
  ProfileList,
  ProfileSummary,
  ProfileUpdate,
  RefreshResult,
  Success,
  UpdatedProfile,
  VersionList,
} from '../api-types.ts'
import type { Query, Reply } from '../operation-types.ts'
import type { CallOptions } from '../options.ts'
import type { Transport } from '../transport/transport.ts'
import {
  type BranchOptions,
  type CommitOptions,
  change,
  commit,
  createBranch,
  type Decision,
  type RollbackOptions,
  rollBack,
  switchBranch,
} from './history.ts'
import { type List, listOf } from './list.ts'

/** Taste profiles and their history. */
export class Profiles {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** The profiles of the key's projects, newest first. */
  list(query: Query<'listProfiles'> = {}, options?: CallOptions): List<ProfileList, ProfileSummary> {
    return listOf(this.#transport, 'listProfiles', (page: ProfileList) => page.profiles, { query }, options)
  }

  /**
   * Makes a profile with an empty branch `main`, or, with `basedOn`, one that begins with another profile's state.
   *
   * @example
   * const profile = await palate.profiles.create({ projectId: 'studio', name: 'Editorial' })
   */
  create(profile: NewProfile, options?: CallOptions): Promise<ProfileSummary> {
    return this.#transport.json('createProfile', { body: profile }, options)
  }

  /** One profile with its branches, versions and effective snapshot. `snapshots: 'omit'` leaves out the large part. */
  get(id: string, query: Query<'getProfile'> = {}, options?: CallOptions): Promise<Profile> {
    return this.#transport.json('getProfile', { params: { id }, query }, options)
  }

  /** The PATCH itself. For commits, branches and roll-backs the methods below are safer. */
  update(id: string, update: ProfileUpdate, options: UpdateOptions = {}): Promise<UpdatedProfile> {
    const headers = { 'if-match': options.ifMatch }
    return this.#transport.json('updateProfile', { params: { id }, body: update, headers }, options)
  }

  /**
   * Reads the profile without its snapshots, lets you decide, and sends your patch only if nobody wrote in between. If
   * somebody did, it reads and lets you decide again. Throw to change nothing.
   *
   * @example
   * await palate.profiles.change(profile.id, ({ profileData: { budget } }) => ({
   *   result: budget.labels.total,
   *   patch: { profileData: { budget: { labels: { used: budget.labels.used, total: 200 } } } },
   * }))
   */
  change<Result>(
    id: string,
    decide: (profile: Profile) => Promise<Decision<Result>> | Decision<Result>,
    options: CallOptions = {},
  ): Promise<Result> {
    return change(this.#transport, id, options, decide)
  }

  /** Deletes the profile with its history. This cannot be undone. */
  delete(id: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteProfile', { params: { id } }, options)
  }

  /**
   * Commits the working changes. If others change the profile meanwhile, their changes are kept: it reads again and
   * commits on top of them, or fails with `conflict`, having written nothing.
   *
   * @example
   * await palate.annotations.add(profile.id, { exemplars: [{ url: frame.url, label: 'good' }] })
   * await palate.profiles.commit(profile.id, { message: 'The first ten pictures' })
   */
  commit(id: string, options: CommitOptions): Promise<ListedVersion> {
    return commit(this.#transport, id, options)
  }

  /** Makes a branch, at the head of the current one unless `from` says otherwise. */
  branch(id: string, options: BranchOptions): Promise<Branch> {
    return createBranch(this.#transport, id, options)
  }

  /** Makes a branch, named by its id or name, the current one. */
  switch(id: string, branch: string, options: CallOptions = {}): Promise<Branch> {
    return switchBranch(this.#transport, id, branch, options)
  }

  /**
   * Moves a branch's head back to an earlier version. With `message` the roll-back is a commit of its own. If the branch gets
   * a commit that you have not seen, it fails with `head_conflict`, having written nothing.
   *
   * @example
   * const { profileData } = await palate.profiles.get(profile.id, { snapshots: 'omit' })
   * const main = profileData.branches.find(({ name }) => name === 'main')
   * await palate.profiles.rollback(profile.id, { to: 'ver_…', branch: 'main', expectedHead: main?.headVersionId ?? null })
   */
  rollback(id: string, options: RollbackOptions): Promise<Branch> {
    return rollBack(this.#transport, id, options)
  }

  /** Merges one branch into another. Conflicts are an error with code `merge_conflict` unless `strategy` settles them. */
  merge(id: string, request: MergeRequest, options?: CallOptions): Promise<MergeResult> {
    return this.#transport.json('mergeBranches', { params: { id }, body: request }, options)
  }

  deleteBranch(id: string, branchId: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteBranch', { params: { id, branchId } }, options)
  }

  /** What differs between two versions or branches, or the `working` changes. */
  diff(id: string, query: Query<'diffVersions'>, options?: CallOptions): Promise<ProfileDiff> {
    return this.#transport.json('diffVersions', { params: { id }, query }, options)
  }

  /**
   * What a change would do: frames scored in two states of the profile. `to` can be a merge that is not made yet. Unless you
   * name `frames`, up to twelve are chosen. Nothing is recorded.
   *
   * @example
   * const { frames } = await palate.profiles.preview(profile.id, { from: 'main', to: 'working' })
   * for (const { id, from, to } of frames) console.log(id, from?.aesthetics, to.aesthetics)
   */
  preview(id: string, request: PreviewRequest, options?: CallOptions): Promise<Preview> {
    return this.#transport.json('previewProfile', { params: { id }, body: request }, options)
  }

  /** The commits behind a branch's head, newest first; without `branchId` those of all branches. */
  history(id: string, query: Query<'listVersions'> = {}, options?: CallOptions): List<VersionList, HistoryVersion> {
    return listOf(
      this.#transport,
      'listVersions',
      (page: VersionList) => page.versions,
      { params: { id }, query },
      options,
    )
  }

  /** One version with its snapshot, its author and what it changed. */
  version(id: string, versionId: string, options?: CallOptions): Promise<HistoryEntryWithSnapshot> {
    return this.#transport.json('getVersion', { params: { id, versionId } }, options)
  }

  /** The whole profile as one document, for a backup or another service. */
  export(id: string, options?: CallOptions): Promise<ProfileExport> {
    return this.#transport.json('exportProfile', { params: { id } }, options)
  }

  /** A new profile from an exported document; `projectId` and `name` in it may be changed first. */
  import(document: ProfileExport, options?: CallOptions): Promise<ProfileSummary> {
    return this.#transport.json('importProfile', { body: document }, options)
  }

  /** What the model was learned from, what could not be used, and how well it predicts its owner. */
  diagnostics(id: string, query: Query<'diagnoseProfile'> = {}, options?: CallOptions): Promise<Diagnostics> {
    return this.#transport.json('diagnoseProfile', { params: { id }, query }, options)
  }

  /** What can be shown of what the profile judged: a thumbnail's path for each picture that was read. */
  pictures(id: string, query: Query<'listPictures'> = {}, options?: CallOptions): Promise<Reply<'listPictures'>> {
    return this.#transport.json('listPictures', { params: { id }, query }, options)
  }

  /** Reads again the pictures that could not be read. */
  refresh(id: string, options?: CallOptions): Promise<RefreshResult> {
    return this.#transport.json('refreshProfile', { params: { id } }, options)
  }
}

export interface UpdateOptions extends CallOptions {
  /** The `ETag` of the profile that you have read: the update is refused if it has changed since. */
  readonly ifMatch?: string
}

type HistoryVersion = Reply<'listVersions'>['versions'][number]
