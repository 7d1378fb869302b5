import type {
  Branch,
  Brief,
  Diagnostics,
  DimensionThreshold,
  Disagreements,
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
  ProfilePeople,
  ProfileSummary,
  ProfileUpdate,
  RefreshResult,
  Success,
  UpdatedProfile,
  VersionList,
} from '../api-types.ts'
import type { Body, Query, Reply } from '../operation-types.ts'
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
   * Creates a profile with an empty branch `main`, or, with `basedOn`, with the state of another profile.
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

  /** Sends a PATCH. For commits, branches and roll-backs, prefer the methods below: they handle concurrent changes. */
  update(id: string, update: ProfileUpdate, options: UpdateOptions = {}): Promise<UpdatedProfile> {
    const headers = { 'if-match': options.ifMatch }
    return this.#transport.json('updateProfile', { params: { id }, body: update, headers }, options)
  }

  /**
   * Reads the profile without its snapshots, calls `decide`, and sends the patch only if the profile has not changed. If
   * it has, reads and decides again. Throw to change nothing.
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
   * Commits the working changes. If others change the profile in the meantime, commits on top of their changes, or
   * writes nothing and fails with `conflict`.
   *
   * @example
   * await palate.annotations.add(profile.id, { exemplars: [{ url: frame.url, label: 'good' }] })
   * await palate.profiles.commit(profile.id, { message: 'The first ten pictures' })
   */
  commit(id: string, options: CommitOptions): Promise<ListedVersion> {
    return commit(this.#transport, id, options)
  }

  /** Creates a branch, by default at the head of the current one. */
  branch(id: string, options: BranchOptions): Promise<Branch> {
    return createBranch(this.#transport, id, options)
  }

  /** Switches to a branch, given its id or name. */
  switch(id: string, branch: string, options: CallOptions = {}): Promise<Branch> {
    return switchBranch(this.#transport, id, branch, options)
  }

  /**
   * Moves a branch's head back to an earlier version. With `message`, the roll-back is recorded as a new commit. If the
   * branch has a commit that you have not seen, writes nothing and fails with `head_conflict`.
   *
   * @example
   * const { profileData } = await palate.profiles.get(profile.id, { snapshots: 'omit' })
   * const main = profileData.branches.find(({ name }) => name === 'main')
   * await palate.profiles.rollback(profile.id, { to: 'ver_…', branch: 'main', expectedHead: main?.headVersionId ?? null })
   */
  rollback(id: string, options: RollbackOptions): Promise<Branch> {
    return rollBack(this.#transport, id, options)
  }

  /** Merges one branch into another. Fails with `merge_conflict` on conflicts that `strategy` does not resolve. */
  merge(id: string, request: MergeRequest, options?: CallOptions): Promise<MergeResult> {
    return this.#transport.json('mergeBranches', { params: { id }, body: request }, options)
  }

  deleteBranch(id: string, branchId: string, options?: CallOptions): Promise<Success> {
    return this.#transport.json('deleteBranch', { params: { id, branchId } }, options)
  }

  /** The differences between two versions, branches or the `working` changes. */
  diff(id: string, query: Query<'diffVersions'>, options?: CallOptions): Promise<ProfileDiff> {
    return this.#transport.json('diffVersions', { params: { id }, query }, options)
  }

  /**
   * Shows the effect of a change: scores frames in two states of the profile. `to` can be a merge that has not been made.
   * Without `frames`, the service chooses up to twelve. Nothing is recorded.
   *
   * @example
   * const { frames } = await palate.profiles.preview(profile.id, { from: 'main', to: 'working' })
   * for (const { id, from, to } of frames) console.log(id, from?.aesthetics, to.aesthetics)
   */
  preview(id: string, request: PreviewRequest, options?: CallOptions): Promise<Preview> {
    return this.#transport.json('previewProfile', { params: { id }, body: request }, options)
  }

  /** The commits of a branch, newest first; without `branchId`, those of all branches. */
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

  /** Creates a profile from an exported document. You may change its `projectId` and `name` first. */
  import(document: ProfileExport, options?: CallOptions): Promise<ProfileSummary> {
    return this.#transport.json('importProfile', { body: document }, options)
  }

  /** What the model was learned from, what could not be used, and how well it predicts its owner. */
  diagnostics(id: string, query: Query<'diagnoseProfile'> = {}, options?: CallOptions): Promise<Diagnostics> {
    return this.#transport.json('diagnoseProfile', { params: { id }, query }, options)
  }

  /**
   * The scores at which a picture passes or fails, and how many labelled pictures pass.
   *
   * @example
   * const { pass } = await palate.profiles.threshold(profile.id)
   * await palate.profiles.update(profile.id, { thresholds: { aesthetics: { pass: Math.max(pass, 0.6) } } })
   */
  threshold(id: string, query: Query<'getThreshold'> = {}, options?: CallOptions): Promise<DimensionThreshold> {
    return this.#transport.json('getThreshold', { params: { id }, query }, options)
  }

  /** The taste in words and colours, for someone who is about to make something. */
  brief(id: string, query: Omit<Query<'getBrief'>, 'format'> = {}, options?: CallOptions): Promise<Brief> {
    return this.#transport.json('getBrief', { params: { id }, query: { ...query, format: 'json' } }, options)
  }

  /**
   * The brief as Markdown, or, with `format: 'design'`, as a DESIGN.md document.
   *
   * @example
   * const prompt = await palate.profiles.briefText(profile.id)
   */
  briefText(id: string, query: BriefTextQuery = {}, options?: CallOptions): Promise<string> {
    return this.#transport.read('getBrief', { params: { id }, query }, options, (response) => response.text())
  }

  /** The judged pictures that can be shown: the path of a thumbnail for each picture that was read. */
  pictures(id: string, query: Query<'listPictures'> = {}, options?: CallOptions): Promise<Reply<'listPictures'>> {
    return this.#transport.json('listPictures', { params: { id }, query }, options)
  }

  /**
   * Labelled pictures: those most similar to the picture at `url`, or the most typical ones. `frames.thumbnailAt` reads
   * their thumbnails.
   */
  examples(id: string, request: Body<'findExamples'> = {}, options?: CallOptions): Promise<Reply<'findExamples'>> {
    return this.#transport.json('findExamples', { params: { id }, body: request }, options)
  }

  /**
   * Who has judged in a dimension, how far they agree, and on which attributes they part.
   *
   * @example
   * const { pairs } = await palate.profiles.people(profile.id)
   */
  people(id: string, query: Query<'listProfilePeople'> = {}, options?: CallOptions): Promise<ProfilePeople> {
    return this.#transport.json('listProfilePeople', { params: { id }, query }, options)
  }

  /**
   * A page of the pictures that people labelled differently, and of frames on which they probably would. With `pictures`,
   * the content hashes of a round of judging, its result.
   */
  disagreements(id: string, query: Query<'listDisagreements'> = {}, options?: CallOptions): Promise<Disagreements> {
    return this.#transport.json('listDisagreements', { params: { id }, query }, options)
  }

  /** Retries the pictures that could not be read. */
  refresh(id: string, options?: CallOptions): Promise<RefreshResult> {
    return this.#transport.json('refreshProfile', { params: { id } }, options)
  }
}

export interface UpdateOptions extends CallOptions {
  /** The `ETag` that you have read. If it has changed since, the update is refused. */
  readonly ifMatch?: string
}

type BriefTextQuery = Omit<Query<'getBrief'>, 'format'> & { readonly format?: 'markdown' | 'design' }

type HistoryVersion = Reply<'listVersions'>['versions'][number]
