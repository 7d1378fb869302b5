import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { Palate, Profile } from '@palate/client'
import type { Command } from 'commander'
import { Journal } from '../journal.ts'
import { CommandError, UsageError } from '../output.ts'
import { type Context, profileCommand, withClient } from './api-command.ts'
import { type ApiOptions, findProfileId, readProfile } from './session.ts'
import { isAddress } from './teaching/named-frame.ts'
import { bold, dim, plural } from './text.ts'

export function addCommand(): Command {
  return profileCommand('add', 'add pictures as good or bad examples; files are uploaded', [
    'add covers/*.jpg --good',
    'add https://example.com/no.png --bad --dimension aesthetics',
  ])
    .argument('<pictures...>', 'files or addresses')
    .option('--good', 'they are good examples')
    .option('--bad', 'they are bad examples')
    .option('--dimension <name>', 'teach this dimension alone')
    .action(withClient(add))
}

export function suggestCommand(): Command {
  return profileCommand('suggest', 'what to judge next', ['suggest', 'suggest --kind question -n 3'])
    .option('--kind <kind>', 'question, label or comparison')
    .option('-n, --limit <number>', 'how many: 10 unless set')
    .option('--dimension <name>', 'what it is about: aesthetics unless set')
    .action(withClient(suggest))
}

type AddOptions = ApiOptions & { readonly good?: boolean; readonly bad?: boolean; readonly dimension?: string }

export async function add({ palate, options, show }: Context<AddOptions>, pictures: readonly string[]): Promise<void> {
  const { good, bad, dimension } = options
  if (Boolean(good) === Boolean(bad)) throw new UsageError('say whether they are --good or --bad')
  const { id, projectId, profileData } = await readProfile(palate, options)
  const label = good ? ('good' as const) : ('bad' as const)
  // Before anything is uploaded: a name that is wrong costs nothing.
  for (const picture of pictures) {
    if (!isAddress(picture) && !existsSync(picture)) throw new CommandError(`there is no file ${picture}`)
  }
  const exemplars: { url: string; label: 'good' | 'bad'; name?: string; dimension?: string }[] = []
  for (const picture of pictures) {
    exemplars.push({ ...(await exemplarOf(palate, picture, projectId)), label, ...(dimension && { dimension }) })
  }
  const added = await palate.annotations.add(id, { exemplars })
  const { used, total } = added.budget.labels
  const words = `${plural(pictures.length, `${label} picture`)}`
  record(id, `added ${words}`, profileData.workingChanges, added)
  show(added, () => `Added ${words} (${used} of ${total} labels used). Keep them: palate commit -m "…"`)
}

async function exemplarOf(palate: Palate, picture: string, projectId: string) {
  if (isAddress(picture)) return { url: picture }
  const { url } = await palate.frames.upload(picture, { projectId })
  return { url, name: basename(picture) }
}

/** What was there before is not what this command added. */
function record(profileId: string, words: string, before: Lists, { exemplars }: Lists): void {
  const known = new Set(before.exemplars.map(({ id }) => id))
  const elements = exemplars.flatMap(({ id }) =>
    id == null || known.has(id) ? [] : [{ list: 'exemplars' as const, id }],
  )
  if (elements.length > 0) new Journal(profileId).record(words, { kind: 'judge', elements })
}

type Lists = Pick<Profile['profileData']['workingChanges'], 'exemplars'>

type SuggestOptions = ApiOptions & { readonly kind?: 'question'; readonly limit?: string; readonly dimension?: string }

async function suggest({ palate, options, show }: Context<SuggestOptions>): Promise<void> {
  const { kind, limit, dimension } = options
  const query = { ...(kind && { kind }), ...(limit && { limit: Number(limit) }), ...(dimension && { dimension }) }
  const found = await palate.suggestions(await findProfileId(palate, options), query)
  show(found, () => {
    const lines = found.suggestions.map((one) => `${bold(titleOf(one))}\n  ${dim(one.reason)}`)
    const end = found.enough
      ? 'That is enough for now.'
      : `About ${plural(found.remaining, 'judgement')} more would help.`
    return [...(lines.length > 0 ? lines : ['Nothing is left to ask.']), '', end].join('\n')
  })
}

type Suggestion = Awaited<ReturnType<Palate['suggestions']>>['suggestions'][number]

function titleOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'question') return `${suggestion.question} (${suggestion.answers.join(' / ')})`
  if (suggestion.kind === 'label') return `Good or bad: ${suggestion.frame.id}`
  return `Which one: ${suggestion.frameA.id} or ${suggestion.frameB.id}`
}
