import { basename } from 'node:path'
import type { Palate, Profile } from '@palate/client'
import { earlierChanges } from '@palate/client/restore-judgements.ts'
import { slicesOf } from '@palate/core/generic/slices.ts'
import { annotationsPerRequestMax } from '@palate/core/profile/annotations/annotation-limit.ts'
import type { Command } from 'commander'
import { Journal } from '../../journal.ts'
import { CommandError, UsageError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { withFolderOptions } from '../folder-options.ts'
import { elementName } from '../history/describe-elements.ts'
import type { WalkOptions } from '../score/folder-walk.ts'
import { type ScoreInput, scoreInputs } from '../score/inputs.ts'
import { createProgress } from '../score/progress.ts'
import { changeInWords, type Stored, storedJudgements } from './changed-judgements.ts'
import { type DimensionOptions, requireDimension, withDimension } from './dimension.ts'
import { type MadeWith, PictureRefused, uploadPicture } from './upload-picture.ts'

export function addCommand(): Command {
  const command = profileCommand('add', 'add pictures as good or bad examples; files are uploaded', [
    'add covers/ --good',
    'add covers/*.jpg --good',
    'add https://example.com/no.png --bad --dimension aesthetics',
    'add lamp-*.png --good --prompt "a lamp, oil on canvas"',
  ])
    .argument('<pictures...>', 'files, folders and URLs; `-` reads a list from standard input')
    .option('--good', 'add them as good examples')
    .option('--bad', 'add them as bad examples')
    .option('--prompt <text>', 'the text that the files were generated from')
    .option('--group <name>', 'the run that generated them')
    .option('--seed <number>', 'the seed of the run')
  return withFolderOptions(withDimension(command, 'teach only this dimension')).action(withClient(add))
}

type AddOptions = ApiOptions &
  DimensionOptions &
  WalkOptions &
  MadeWith & { readonly good?: boolean; readonly bad?: boolean }

/** Adds every picture that it can. If the service refuses one, its name is printed and the exit code is 1. */
export async function add({ palate, options, show }: Context<AddOptions>, pictures: readonly string[]): Promise<void> {
  const { good, bad, dimension, prompt, group, seed } = options
  if (Boolean(good) === Boolean(bad)) throw new UsageError('pass either --good or --bad')
  const label = good ? ('good' as const) : ('bad' as const)
  // Resolve all names before uploading, so that a wrong name costs nothing.
  const inputs = await scoreInputs(pictures, options)
  if (inputs.length === 0) throw new CommandError('no pictures found')
  const profile = await readProfile(palate, options)
  await requireDimension(palate, profile.id, options)
  requireBudget(profile, inputs)
  const { found, refused } = await uploaded(palate, inputs, profile.projectId, { prompt, group, seed })
  if (found.length === 0) throw new CommandError('no picture could be added:', refused)
  const exemplars = found.map((one) => ({ ...one, label, ...(dimension !== undefined && { dimension }) }))
  const added = await addExemplars(palate, profile.id, exemplars)
  const stored = storedJudgements(added)
  const { words, lines } = describe(stored, label)
  const elements = earlierChanges(added)
  if (elements.length > 0) new Journal(profile.id).record(words.toLowerCase(), { kind: 'judge', elements })
  const { used, total } = added.budget.labels
  const next = added.changes.length > 0 ? ' To commit: palate commit -m "…"' : ''
  const summary = `${words} (${used} of ${total} labels used).${next}`
  show(added, () => [...lines, summary])
  if (refused.length > 0) throw new CommandError(`${plural(refused.length, 'picture')} could not be added:`, refused)
}

type Added = Awaited<ReturnType<Palate['annotations']['add']>>

/** Sends as many in each request as the service takes. */
async function addExemplars(palate: Palate, profileId: string, exemplars: readonly object[]): Promise<Added> {
  const [first = [], ...rest] = slicesOf(exemplars, annotationsPerRequestMax)
  let added = await palate.annotations.add(profileId, { exemplars: first as never })
  for (const slice of rest) {
    const next = await palate.annotations.add(profileId, { exemplars: slice as never })
    added = {
      ...next,
      exemplars: [...added.exemplars, ...next.exemplars],
      replaced: [...added.replaced, ...next.replaced],
      changes: [...added.changes, ...next.changes],
    }
  }
  return added
}

/** A summary, and a line for each picture that was labelled before. */
function describe(stored: readonly Stored[], label: string) {
  const known = stored.filter(({ before }) => before)
  const changes = known.flatMap((one) => changeInWords(one) ?? [])
  const lines = known.map((one) => changeInWords(one) ?? `${elementName(one.element)}: already ${label}`)
  const fresh = stored.length - known.length
  const parts = [
    ...(fresh > 0 ? [`added ${plural(fresh, `${label} picture`)}`] : []),
    ...(changes.length > 0 ? [`changed ${plural(changes.length, 'label')}`] : []),
  ]
  const words = parts.length > 0 ? parts.join(', ') : 'nothing changed'
  return { words: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, lines }
}

/** A picture that was labelled before costs nothing. Before the upload, only its name shows that. */
function requireBudget({ profileData, effectiveSnapshot }: Profile, inputs: readonly ScoreInput[]): void {
  const { used, total } = profileData.budget.labels
  const labelled = [...profileData.workingChanges.exemplars, ...effectiveSnapshot.exemplars]
  const known = new Set<unknown>(labelled.flatMap(({ name, url }) => [name, url]))
  const fresh = inputs.filter(({ id, url }) => !known.has(url ?? basename(id))).length
  if (fresh <= total - used) return
  const advice = '`palate budget --labels N` changes the total'
  throw new CommandError(
    `${plural(fresh, 'picture')} would exceed the budget: ${used} of ${total} labels are used; ${advice}`,
  )
}

interface Exemplar {
  readonly url: string
  readonly name?: string
}

async function uploaded(palate: Palate, inputs: readonly ScoreInput[], projectId: string, madeWith: MadeWith) {
  const found: Exemplar[] = []
  const refused: string[] = []
  const progress = createProgress(inputs.length)
  try {
    for (const { id, url } of inputs) {
      try {
        found.push(url === undefined ? await exemplarOf(palate, id, projectId, madeWith) : { url })
      } catch (error) {
        if (!(error instanceof PictureRefused)) throw error
        refused.push(`  ${error.message}`)
      }
      progress.add(1)
    }
  } finally {
    progress.end()
  }
  return { found, refused }
}

async function exemplarOf(palate: Palate, path: string, projectId: string, madeWith: MadeWith): Promise<Exemplar> {
  const { url } = await uploadPicture(palate, path, projectId, madeWith)
  return { url, name: basename(path) }
}
