import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { canTellApart, preferenceOf } from '@palate/core/taste/verdict/preference-of-two.ts'
import type { Command } from 'commander'
import { CommandError, printWarning, UsageError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import type { ApiOptions } from '../connection/client.ts'
import { withFolderOptions } from '../folder-options.ts'
import { positiveWholeNumber } from '../option-values.ts'
import type { WalkOptions } from '../score/folder-walk.ts'
import { type ScoreInput, scoreInputs } from '../score/inputs.ts'
import { createProgress } from '../score/progress.ts'
import { numberOf, type Result, ranked } from '../score/result.ts'
import { scoreAll } from '../score/score-all.ts'
import { announce, scoredAgainst } from '../score/scored-state.ts'
import { findSubject } from '../score/subject.ts'

type PickOptions = ApiOptions & WalkOptions & { readonly keep: number; readonly copyTo?: string }

const dimensions = ['aesthetics']

export function pickCommand(): Command {
  const command = profileCommand('pick', 'print the pictures that the profile likes best, best first', [
    'pick variants/*.png',
    'pick variants/ --keep 3 --copy-to shortlist/',
  ])
    .argument('<pictures...>', 'files, folders and URLs; `-` reads a list from standard input')
    .option('--keep <count>', 'how many pictures to print', positiveWholeNumber, 1)
    .option('--copy-to <folder>', 'copy these files into a folder')
  return withFolderOptions(command).action(withClient(pick))
}

async function pick({ palate, options, show }: Context<PickOptions>, args: readonly string[]): Promise<void> {
  const { keep, copyTo } = options
  const inputs = await scoreInputs(args, options)
  if (inputs.length === 0) throw new CommandError('no pictures found')
  if (copyTo !== undefined) refuseToCopy(inputs)
  const subject = await findSubject(palate, options, dimensions)
  const progress = createProgress(inputs.length)
  const { scores, states } = await scoreAll(palate, subject, inputs, progress.add).finally(progress.end)
  const against = scoredAgainst(subject, states.at(-1) ?? { versionId: undefined })
  announce(against, states.length, false)
  const best = ranked(
    scores.filter(({ error }) => !error),
    dimensions,
  )
  const kept = best.slice(0, keep)
  const isClear = best[1] === undefined || canTellApart(scoreOf(best[0]), scoreOf(best[1]))
  show({ picked: kept, rejected: best.slice(keep), isClear, ...against }, () => kept.map(({ frame_id }) => frame_id))
  if (!isClear) printWarning(closeCall(best))
  if (copyTo !== undefined) copyInto(copyTo, kept)
  refuseFailed(scores)
}

/** Before scoring, which can take long. */
function refuseToCopy(inputs: readonly ScoreInput[]): void {
  const address = inputs.find(({ url }) => url !== undefined)
  if (address) throw new UsageError(`--copy-to takes files, and ${address.id} is a URL`)
  const names = new Set(inputs.map(({ id }) => basename(id)))
  if (names.size < inputs.length) throw new UsageError('--copy-to takes files with different names')
}

function copyInto(folder: string, kept: readonly Result[]): void {
  try {
    mkdirSync(folder, { recursive: true })
    for (const { frame_id: file } of kept) copyFileSync(file, join(folder, basename(file)))
  } catch (error) {
    throw new CommandError(`cannot copy into ${folder}: ${(error as Error).message}`)
  }
  printWarning(`copied ${plural(kept.length, 'picture')} to ${folder}`)
}

function closeCall([first, second]: readonly Result[]): string {
  const percent = Math.round(100 * preferenceOf(scoreOf(first), scoreOf(second)))
  const pair = `${first?.frame_id} over ${second?.frame_id}`
  return `the best two cannot be told apart: the owner would choose ${pair} in about ${percent} of 100 cases`
}

function scoreOf(result: Result | undefined): number {
  return numberOf(result?.aesthetics)
}

function refuseFailed(scores: readonly Result[]): void {
  const failed = scores.flatMap(({ frame_id, error }) => (error ? [`${frame_id}: ${error.message}`] : []))
  if (failed.length > 0) throw new CommandError(`${plural(failed.length, 'picture')} could not be scored`, failed)
}
