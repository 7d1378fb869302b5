import { isPalateError, type Palate, type Profile } from '@palate/client'
import type { NameOf } from '@palate/core/report/reasons.ts'
import { CommandError, UsageError } from '../../output.ts'
import { findProfileId } from '../connection/client.ts'
import { type StateOptions, wantedState } from '../connection/project-file.ts'
import { elementName } from '../history/describe-elements.ts'
import { currentBranch, findBranch, findVersionId } from '../history/versions.ts'
import { nameFrames } from '../judgements/name-frames.ts'
import { findPersonId } from '../people/find-person.ts'
import { isForBuild, stepSummaryFile } from './report/step-summary.ts'
import type { ScoreOptions } from './result.ts'

/** What pictures are scored against. */
export interface Subject {
  readonly dimensions: readonly string[]
  /** The members of a request other than the frames. */
  readonly request: Readonly<Record<string, unknown>>
  readonly profile: { readonly id: string; readonly name: string; readonly projectId?: string }
  /** The state in words, such as `main, with uncommitted changes`. */
  readonly state: string
  readonly nameOf: NameOf
  /** Undefined if the key may not read the profile. */
  readonly data: Profile['profileData'] | undefined
}

/** A build gets suggestions for so many pictures that did not pass: finding those of one takes as long as scoring ten. */
export const advisedMax = 24

/** A report of more pictures does not say which part of each pulls the score down, because finding that takes long. */
const picturesWithRegionsMax = 32

/**
 * Reads the profile, to look up names and to show what was scored against. A key with only the scope `score` cannot read
 * it: names are then treated as ids, and ids are shown.
 */
export async function findSubject(
  palate: Palate,
  options: ScoreOptions,
  dimensions: readonly string[],
  pictureCount = 0,
): Promise<Subject> {
  const { working, explain, html, verdict, gate, min, baseline, json } = options
  // A terminal shows none, and of many pictures only some get them afterwards.
  const hasSuggestions = verdict || json || html !== undefined || (isForBuild(options) && pictureCount <= advisedMax)
  const { versionId, branch } = wantedState(options)
  if (versionId !== undefined && working) {
    throw new UsageError(`version ${versionId} is pinned, and has no uncommitted changes: name a branch with --branch`)
  }
  const id = await findProfileId(palate, options)
  const profile = await readIfAllowed(palate, id)
  const data = profile?.profileData
  const state = stateIds(data, { versionId, branch })
  const [first = ''] = dimensions
  const person = options.person === undefined ? undefined : await findPersonId(palate, id, options.person, first)
  return {
    dimensions,
    request: {
      profile_id: id,
      dimensions: [...dimensions],
      ...state,
      state: true,
      ...(person !== undefined && { person }),
      ...(working && { include_working: true }),
      // The report also shows the reasons.
      ...((explain || html !== undefined) && { explain: true }),
      // A gate never passes what only a verdict recognises, and reports show what verdicts say.
      ...((verdict ||
        gate ||
        min !== undefined ||
        html !== undefined ||
        (baseline !== undefined && isForBuild(options))) && {
        verdict: true,
        ...(!hasSuggestions && { suggestions: false }),
      }),
      ...(html !== undefined && pictureCount <= picturesWithRegionsMax && { regions: true }),
      ...(stepSummaryFile() !== undefined && { thumbnails: true }),
    },
    profile: { id, name: profile?.name ?? id, ...(profile && { projectId: profile.projectId }) },
    state: stateInWords(data, state.version_id, branch, working === true),
    nameOf: await namesIn(palate, explain || html !== undefined ? profile : undefined),
    data,
  }
}

/** The state that the options or `palate.json` name, for commands that need nothing else of the profile. */
export async function findStateIds(palate: Palate, profileId: string, options: StateOptions & { profile?: string }) {
  const wanted = wantedState(options)
  const isNamed = wanted.branch !== undefined || wanted.versionId !== undefined
  return stateIds(isNamed ? (await readIfAllowed(palate, profileId))?.profileData : undefined, wanted)
}

interface Wanted {
  readonly branch?: string | undefined
  readonly versionId?: string | undefined
}

function stateIds(data: Profile['profileData'] | undefined, { versionId, branch }: Wanted) {
  const version = versionId !== undefined && data ? findVersionId(data, versionId) : versionId
  const branchId = branch !== undefined && data ? findBranch(data, branch).id : branch
  return {
    ...(version !== undefined && { version_id: version }),
    ...(branchId !== undefined && { branch_id: branchId }),
  }
}

/** An id that the service made, alone or in "… over …". */
const madeId = /\b[a-z]{2,4}_[0-9a-f]{32}\b/

const unknownNames = ['unknown_branch', 'branch_not_found', 'unknown_version', 'version_not_found']

/** Without the scope `read`, a name is treated as an id, so the service finds it only if it is one. */
export function explainUnknown(error: unknown, { data }: Pick<Subject, 'data'>, options: ScoreOptions): unknown {
  if (data || !isPalateError(error) || !unknownNames.includes(error.code)) return error
  const { branch, versionId } = wantedState(options)
  const name = JSON.stringify(branch ?? versionId)
  return new CommandError(
    `the key lacks the scope \`read\`, so ${name} must be an id: use the id, or a key with that scope`,
  )
}

async function readIfAllowed(palate: Palate, id: string): Promise<Profile | undefined> {
  return palate.profiles.get(id, { snapshots: 'omit' }).catch((error) => {
    if (isPalateError(error, 'scope_forbidden')) return undefined
    throw error
  })
}

function stateInWords(
  data: Profile['profileData'] | undefined,
  version: string | undefined,
  branch: string | undefined,
  isWorking: boolean,
): string {
  const more = isWorking ? ', with uncommitted changes' : ''
  if (version !== undefined) return data?.versions.find(({ id }) => id === version)?.message || 'an earlier version'
  if (!data) return `${branch === undefined ? 'the current branch' : `branch ${branch}`}${more}`
  const { name, headVersionId } = branch === undefined ? currentBranch(data) : findBranch(data, branch)
  return `${name}${headVersionId === null ? ', which has no commits' : ''}${more}`
}

/** Names that people know. An element that is known only by an id has none. */
async function namesIn(palate: Palate, profile: Profile | undefined): Promise<NameOf> {
  if (!profile) return () => undefined
  const lists = [profile.effectiveSnapshot, profile.profileData.workingChanges].flatMap(
    ({ exemplars, comparisons }) => [exemplars, comparisons],
  )
  const elements = lists.flat()
  const nameOfFrame = await nameFrames(palate, profile.projectId, elements)
  const names = new Map(
    elements.flatMap((element) => {
      const name = elementName(element, nameOfFrame)
      return madeId.test(name) || name === element.id ? [] : [[element.id, name]]
    }),
  )
  return (id) => names.get(id)
}
