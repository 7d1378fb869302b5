import type { Palate } from '@palate/client'
import { type Command, Option } from 'commander'
import { bold, dim, plural } from '../terminal/text.ts'
import { type Context, profileCommand, withClient } from './api-command.ts'
import { type ApiOptions, readProfile } from './connection/client.ts'
import { positiveWholeNumber } from './option-values.ts'
import { FrameDirectory } from './teaching/frame-directory.ts'

export function suggestCommand(): Command {
  return profileCommand('suggest', 'suggest what to judge next', ['suggest', 'suggest --kind question -n 3'])
    .addOption(
      new Option('--kind <kind>', 'only suggestions of this kind').choices(['question', 'label', 'comparison']),
    )
    .addOption(new Option('-n, --limit <number>', 'number of suggestions (default: 10)').argParser(positiveWholeNumber))
    .option('--dimension <name>', 'dimension to teach (default: aesthetics)')
    .action(withClient(suggest))
}

type SuggestOptions = ApiOptions & { readonly kind?: 'question'; readonly limit?: number; readonly dimension?: string }

async function suggest({ palate, options, show }: Context<SuggestOptions>): Promise<void> {
  const { kind, limit, dimension } = options
  const query = { ...(kind && { kind }), ...(limit !== undefined && { limit }), ...(dimension && { dimension }) }
  const { id, projectId } = await readProfile(palate, options)
  const found = await palate.suggestions(id, query)
  const frames = new FrameDirectory(palate, projectId)
  const titles: string[] = []
  // In sequence, because the directory reads on from where it last looked.
  for (const one of options.json ? [] : found.suggestions) titles.push(await titleOf(one, frames))
  show(found, () => {
    const lines = found.suggestions.flatMap((one, i) => [
      bold(titles[i] ?? ''),
      `  ${dim(one.reason)}`,
      // Pictures are known by their names; a question is answered by its id.
      ...(one.kind === 'question' ? [`  palate answer ${one.id} ANSWER`] : []),
    ])
    const end = found.enough
      ? 'That is enough for now.'
      : `About ${plural(found.remaining, 'judgement')} more would help.`
    return [...(lines.length > 0 ? lines : ['Nothing left to ask.']), '', end]
  })
}

type Suggestion = Awaited<ReturnType<Palate['suggestions']>>['suggestions'][number]

async function titleOf(suggestion: Suggestion, frames: FrameDirectory): Promise<string> {
  if (suggestion.kind === 'question') return `${suggestion.question} (${suggestion.answers.join(' / ')})`
  if (suggestion.kind === 'label') return `Good or bad: ${(await frames.find(suggestion.frame)).name}`
  const [a, b] = [await frames.find(suggestion.frameA), await frames.find(suggestion.frameB)]
  return `Which one: ${a.name} or ${b.name}`
}
