import { basename } from 'node:path'
import type { Palate, Profile } from '@palate/client'
import type { Command } from 'commander'
import { Journal } from '../../journal.ts'
import { CommandError, UsageError } from '../../output.ts'
import { plural } from '../../terminal/text.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, readProfile } from '../connection/client.ts'
import { type ScoreInput, scoreInputs } from '../score/inputs.ts'
import { type DimensionOptions, requireDimension, withDimension } from './dimension.ts'
import { PictureRefused, uploadPicture } from './upload-picture.ts'

export function addCommand(): Command {
  const command = profileCommand('add', 'add pictures as good or bad examples; files are uploaded', [
    'add covers/ --good',
    'add covers/*.jpg --good',
    'add https://example.com/no.png --bad --dimension aesthetics',
  ])
    .argument('<pictures...>', 'files, folders and URLs; `-` reads a list from standard input')
    .option('--good', 'add them as good examples')
    .option('--bad', 'add them as bad examples')
  return withDimension(command, 'teach only this dimension').action(withClient(add))
}

type AddOptions = ApiOptions & DimensionOptions & { readonly good?: boolean; readonly bad?: boolean }

/** Adds every picture that it can. If the service refuses one, its name is printed and the exit code is 1. */
export async function add({ palate, options, show }: Context<AddOptions>, pictures: readonly string[]): Promise<void> {
  const { good, bad, dimension } = options
  if (Boolean(good) === Boolean(bad)) throw new UsageError('pass either --good or --bad')
  const label = good ? ('good' as const) : ('bad' as const)
  // Resolve all names before uploading, so that a wrong name costs nothing.
  const inputs = await scoreInputs(pictures)
  if (inputs.length === 0) throw new CommandError('no pictures found')
  const profile = await readProfile(palate, options)
  await requireDimension(palate, profile.id, options)
  requireBudget(profile, inputs.length)
  const { found, refused } = await uploaded(palate, inputs, profile.projectId)
  if (found.length === 0) throw new CommandError('no picture could be added:', refused)
  const exemplars = found.map((one) => ({ ...one, label, ...(dimension !== undefined && { dimension }) }))
  const added = await palate.annotations.add(profile.id, { exemplars })
  const { used, total } = added.budget.labels
  const words = plural(found.length, `${label} picture`)
  record(profile.id, `added ${words}`, profile.profileData.workingChanges, added)
  show(added, () => `Added ${words} (${used} of ${total} labels used). To commit: palate commit -m "…"`)
  if (refused.length > 0) throw new CommandError(`${plural(refused.length, 'picture')} could not be added:`, refused)
}

function requireBudget({ profileData }: Profile, count: number): void {
  const { used, total } = profileData.budget.labels
  if (count <= total - used) return
  throw new CommandError(`${plural(count, 'picture')} would exceed the budget: ${used} of ${total} labels are used`)
}

interface Exemplar {
  readonly url: string
  readonly name?: string
}

async function uploaded(palate: Palate, inputs: readonly ScoreInput[], projectId: string) {
  const found: Exemplar[] = []
  const refused: string[] = []
  for (const { id, url } of inputs) {
    try {
      found.push(url === undefined ? await exemplarOf(palate, id, projectId) : { url })
    } catch (error) {
      if (!(error instanceof PictureRefused)) throw error
      refused.push(`  ${error.message}`)
    }
  }
  return { found, refused }
}

async function exemplarOf(palate: Palate, path: string, projectId: string): Promise<Exemplar> {
  const { url } = await uploadPicture(palate, path, projectId)
  return { url, name: basename(path) }
}

type Lists = Pick<Profile['profileData']['workingChanges'], 'exemplars'>

/** Leaves out elements that existed before this command. */
function record(profileId: string, words: string, before: Lists, { exemplars }: Lists): void {
  const known = new Set(before.exemplars.map(({ id }) => id))
  const elements = exemplars.flatMap(({ id }) =>
    id == null || known.has(id) ? [] : [{ list: 'exemplars' as const, id }],
  )
  if (elements.length > 0) new Journal(profileId).record(words, { kind: 'judge', elements })
}
