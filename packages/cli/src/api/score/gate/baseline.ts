import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join, normalize, sep } from 'node:path'
import type { Palate } from '@palate/client'
import { CommandError, complain, UsageError } from '../../../output.ts'
import { plural } from '../../../terminal/text.ts'
import { isAddress } from '../../teaching/named-frame.ts'
import type { ScoreInput } from '../inputs.ts'
import { pictureOf, type Result } from '../result.ts'
import { scoreAll } from '../score-all.ts'
import type { Subject } from '../subject.ts'
import { openGitTree } from './git-tree.ts'

/** How pictures scored before, by the names that the user gave them now. Pictures without a score there are new. */
export type Baseline = ReadonlyMap<string, number>

/** Finds the earlier scores of pictures in a folder, in the output of `score --json`, or in git. */
export async function readBaseline(
  palate: Palate,
  subject: Subject,
  inputs: readonly ScoreInput[],
  source: string,
): Promise<Baseline> {
  const baseline = source.startsWith('git:')
    ? await scoreEarlier(palate, subject, inputs, openGitTree(source.slice('git:'.length)).earlierOf)
    : isFolder(source)
      ? await scoreEarlier(palate, subject, inputs, (input) => earlierInFolder(source, input))
      : scoresInFile(source, inputs, subject.dimensions)
  const fresh = inputs.filter(({ id }) => !baseline.has(id)).length
  complain(
    `compared ${plural(inputs.length - fresh, 'picture')} with ${source}; ${fresh} ${fresh === 1 ? 'is' : 'are'} new`,
  )
  return baseline
}

function isFolder(source: string): boolean {
  const found = statSync(source, { throwIfNoEntry: false })
  if (found) return found.isDirectory()
  throw new UsageError(
    `--baseline takes a folder, a file that \`score --json\` wrote, or git:REF, and there is no ${source}`,
  )
}

/** Under the path that the user named, as in another checkout, or under its name in the folder that the user named. */
function earlierInFolder(folder: string, { id, name }: ScoreInput): ScoreInput | undefined {
  const paths = [id, name].flatMap((path) => (path === undefined || isOutside(path) ? [] : join(folder, path)))
  const found = paths.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
  return found === undefined ? undefined : { id: found }
}

function isOutside(path: string): boolean {
  return isAbsolute(path) || normalize(path).split(sep)[0] === '..'
}

async function scoreEarlier(
  palate: Palate,
  { request, dimensions }: Subject,
  inputs: readonly ScoreInput[],
  earlierOf: (input: ScoreInput) => ScoreInput | undefined,
): Promise<Baseline> {
  const pairs = inputs.flatMap((input) => {
    const earlier = input.url === undefined ? earlierOf(input) : undefined
    return earlier ? [{ id: input.id, earlier }] : []
  })
  const plain = { ...request, explain: undefined, verdict: undefined, thumbnails: undefined }
  const { scores } = await scoreAll(
    palate,
    { request: plain },
    pairs.map(({ earlier }) => earlier),
  )
  const unreadable = scores.find(({ error }) => error?.code === 'unreadable')
  if (unreadable) throw new CommandError(`cannot compare with ${unreadable.frame_id}: ${unreadable.error?.message}`)
  return new Map(scores.flatMap((result, i) => entryOf(pairs[i]?.id, result, dimensions)))
}

/** A picture that was already broken before counts as new. */
function entryOf(id: string | undefined, result: Result, dimensions: readonly string[]): readonly [string, number][] {
  const { name, score, error } = pictureOf(result, dimensions)
  if (error !== undefined) complain(`${name} could not be scored: ${error}`)
  return id === undefined || score === undefined ? [] : [[id, score]]
}

function scoresInFile(file: string, inputs: readonly ScoreInput[], dimensions: readonly string[]): Baseline {
  const scores = readScores(file)
  const byName = new Map(
    scores.flatMap((result) => {
      const { name, score } = pictureOf(result, dimensions)
      return score === undefined ? [] : [[normalized(name), score] as const]
    }),
  )
  if (byName.size === 0) throw new CommandError(`${file} has no scores for ${dimensions[0]}`)
  return new Map(
    inputs.flatMap(({ id }) => {
      const score = byName.get(normalized(id))
      return score === undefined ? [] : [[id, score]]
    }),
  )
}

function readScores(file: string): readonly Result[] {
  const read = (): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch (error) {
      throw new CommandError(`cannot read ${file}: ${(error as Error).message}`)
    }
  }
  const scores = (read() as { scores?: unknown } | null)?.scores
  const isResult = (one: unknown) => typeof (one as Result | null)?.frame_id === 'string'
  if (Array.isArray(scores) && scores.every(isResult)) return scores
  throw new CommandError(`${file} does not contain what \`palate score --json\` prints`)
}

function normalized(name: string): string {
  return isAddress(name) ? name : normalize(name)
}
