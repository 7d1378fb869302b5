import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, normalize, sep } from 'node:path'
import type { Palate } from '@palate/client'
import { CommandError, printWarning, UsageError } from '../../../output.ts'
import { plural } from '../../../terminal/text.ts'
import { shortId } from '../../history/versions.ts'
import { isAddress } from '../../teaching/named-frame.ts'
import { walkFolder } from '../folder-walk.ts'
import type { ScoreInput } from '../inputs.ts'
import { pictureOf, type Result } from '../result.ts'
import { type Scores, scoreAll } from '../score-all.ts'
import type { ScoredAgainst } from '../scored-state.ts'
import type { Subject } from '../subject.ts'
import { type Earlier, openGitTree } from './git-tree.ts'

/** How pictures scored before. */
export interface Baseline {
  readonly source: string
  /** By the names that the user gave them now. Pictures without a score there are new. */
  readonly scores: ReadonlyMap<string, number>
  /** The earlier pictures, by the same names. */
  readonly pictures?: ReadonlyMap<string, EarlierPicture>
  readonly renamed?: number
  /** The version that they were scored against, if that is known and was not the one of now. */
  readonly version?: string | null
  /** What made the scores, if that is known. */
  readonly models?: readonly string[]
}

export interface EarlierPicture {
  readonly input: ScoreInput
  readonly thumbnailUrl?: string | undefined
}

/** Finds the earlier scores of pictures in a folder, in the output of `score --json`, or in git. */
export async function readBaseline(
  palate: Palate,
  subject: Subject,
  inputs: readonly ScoreInput[],
  source: string,
): Promise<Baseline> {
  if (source.startsWith('git:')) {
    const tree = openGitTree(source.slice('git:'.length))
    // A change that only adds pictures matches nothing, too. But pictures elsewhere can never match.
    if (!inputs.some(tree.mayHave)) throw noMatch(source, 'none of the pictures is in this repository')
    return { source, ...(await scoreEarlier(palate, subject, inputs, tree.earlierOf)) }
  }
  if (isFolder(source)) {
    const sameInFolder = createContentSearch(source)
    const { found, ...earlier } = await scoreEarlier(
      palate,
      subject,
      inputs,
      (input) => earlierInFolder(source, input) ?? sameInFolder(input),
    )
    if (found === 0) throw noMatch(source, 'it has no file under the same path, or with the same content')
    return { source, ...earlier }
  }
  const { scores, version, models } = scoresInFile(source, inputs, subject)
  if (scores.size === 0) throw noMatch(source, 'it has no score under the same name')
  return { source, scores, ...(version !== undefined && { version }), ...(models && { models }) }
}

/** In words, how many pictures the baseline has. */
export function compared({ source, scores, renamed = 0 }: Baseline, inputs: readonly ScoreInput[]): string {
  const fresh = inputs.filter(({ id }) => !scores.has(id)).length
  const counts = [
    `${fresh} ${fresh === 1 ? 'is' : 'are'} new`,
    ...(renamed > 0 ? [`${renamed} ${renamed === 1 ? 'is' : 'are'} only renamed`] : []),
  ]
  return `compared ${plural(inputs.length - fresh, 'picture')} with ${source}; ${counts.join(', ')}`
}

function noMatch(source: string, reason: string): CommandError {
  return new CommandError(`no picture can be compared with ${source}: ${reason}`)
}

/** The taste may have changed rather than the pictures. */
export function warnOfOtherVersion({ source, version }: Baseline, { version: now }: ScoredAgainst): void {
  if (version === undefined || version === now) return
  const before = version === null ? 'before the first commit' : `against version ${shortId(version)}`
  printWarning(`${source} was scored ${before}: scores may differ because the profile has changed`)
}

/** An upgrade of the service may have changed the scores rather than the pictures. Numbers of two models do not compare. */
export function warnOfOtherModel(now: readonly string[], baseline: Baseline | undefined): void {
  const [model] = now
  if (now.length > 1) printWarning('the service is being upgraded: the scores are of different models')
  else if (baseline?.models?.some((one) => one !== model)) {
    const before = `${baseline.source} was scored by the model ${baseline.models.join(' and ')}, not by ${model}`
    printWarning(`${before}: scores may differ because the service was upgraded; score the earlier pictures again`)
  }
}

function isFolder(source: string): boolean {
  const found = statSync(source, { throwIfNoEntry: false })
  if (found) return found.isDirectory()
  throw new UsageError(
    `--baseline takes a folder, a file that \`score --json\` wrote, or git:REF, and there is no ${source}`,
  )
}

/** Under the path that the user named, as in another checkout, or under its name in the folder that the user named. */
function earlierInFolder(folder: string, { id, name }: ScoreInput): Earlier | undefined {
  const paths = [id, name].flatMap((path) => (path === undefined || isOutside(path) ? [] : join(folder, path)))
  const found = paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
  return found === undefined ? undefined : { input: { id: found } }
}

/** Finds pictures of the folder that have the content of a file under another path. */
function createContentSearch(folder: string) {
  let files: ReadonlyMap<number, readonly string[]> | undefined
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return ({ id }: ScoreInput): Earlier | undefined => {
    if (!statSync(id, { throwIfNoEntry: false })?.isFile()) return undefined
    files ??= Map.groupBy(walkFolder(folder).pictures, sizeOf)
    const alike = files.get(sizeOf(id))
    if (!alike) return undefined
    const bytes = readFileSync(id)
    const same = alike.find((path) => readFileSync(path).equals(bytes))
    return same === undefined ? undefined : { input: { id: same }, isRenamed: true }
  }
}

function isOutside(path: string): boolean {
  return isAbsolute(path) || normalize(path).split(sep)[0] === '..'
}

async function scoreEarlier(
  palate: Palate,
  { request, dimensions }: Subject,
  inputs: readonly ScoreInput[],
  earlierOf: (input: ScoreInput) => Earlier | undefined,
) {
  const pairs = inputs.flatMap((input) => {
    const earlier = input.url === undefined ? earlierOf(input) : undefined
    return earlier ? [{ id: input.id, earlier }] : []
  })
  const plain = { ...request, explain: undefined, verdict: undefined, suggestions: undefined, regions: undefined }
  const { scores, models } = await scoreAll(
    palate,
    { request: plain },
    pairs.map(({ earlier }) => earlier.input),
  )
  const unreadable = scores.find(({ error }) => error?.code === 'unreadable')
  if (unreadable) throw new CommandError(`cannot compare with ${unreadable.frame_id}: ${unreadable.error?.message}`)
  return {
    models,
    found: pairs.length,
    renamed: pairs.filter(({ earlier }) => earlier.isRenamed).length,
    pictures: new Map(
      pairs.map(({ id, earlier: { input } }, i) => {
        const { thumbnailUrl } = pictureOf(scores[i] ?? { frame_id: id }, dimensions)
        return [id, { input, thumbnailUrl }] as const
      }),
    ),
    scores: new Map(scores.flatMap((result, i) => entryOf(pairs[i]?.id, result, dimensions))),
  }
}

/** A picture that was already broken before counts as new. */
function entryOf(id: string | undefined, result: Result, dimensions: readonly string[]): readonly [string, number][] {
  const { name, score, error } = pictureOf(result, dimensions)
  if (error !== undefined) printWarning(`${name} could not be scored: ${error}`)
  return id === undefined || score === undefined ? [] : [[id, score]]
}

function scoresInFile(file: string, inputs: readonly ScoreInput[], { dimensions, profile }: Subject) {
  const { scores, profile: before, version, models } = readScores(file)
  if (before === undefined) printWarning(`${file} does not say which profile it was scored against`)
  else if (before.id !== profile.id) {
    const now = profile.name === profile.id ? profile.id : `${profile.name} (${profile.id})`
    throw new CommandError(`${file} was scored against another profile, ${before.name ?? before.id}, and not ${now}`)
  }
  const byName = new Map(
    scores.flatMap((result) => {
      const { name, score } = pictureOf(result, dimensions)
      return score === undefined ? [] : [[normalized(name), score] as const]
    }),
  )
  if (byName.size === 0) throw new CommandError(`${file} has no scores for ${dimensions[0]}`)
  const found = new Map(
    inputs.flatMap(({ id }) => {
      const score = byName.get(normalized(id))
      return score === undefined ? [] : [[id, score]]
    }),
  )
  return { scores: found, version, models }
}

/** What `score --json` wrote; earlier versions of it named neither profile, version nor models. */
type Written = Pick<Scores, 'scores'> & Partial<Pick<ScoredAgainst, 'profile' | 'version'> & Pick<Scores, 'models'>>

function readScores(file: string): Written {
  const read = (): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new CommandError(`cannot read ${file}: ${(error as Error).message}`)
    }
  }
  const written = read() as Partial<Written> | null
  const isResult = (one: unknown) => typeof (one as Result | null)?.frame_id === 'string'
  const isProfile = written?.profile === undefined || typeof written.profile?.id === 'string'
  if (Array.isArray(written?.scores) && written.scores.every(isResult) && isProfile) return written as Written
  throw new CommandError(`${file} does not contain what \`palate score --json\` prints`)
}

function normalized(name: string): string {
  return isAddress(name) ? name : normalize(name)
}
