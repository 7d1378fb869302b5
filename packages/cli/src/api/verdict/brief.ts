import { type Command, Option } from 'commander'
import { print, printJson, printWarning } from '../../output.ts'
import { writeFile } from '../../write-file.ts'
import { type Context, profileCommand, withClient } from '../api-command.ts'
import { type ApiOptions, findProfileId } from '../connection/client.ts'
import { findStateIds } from '../score/subject.ts'

type BriefOptions = ApiOptions & { readonly format: 'markdown' | 'json' | 'design'; readonly output?: string }

export function briefCommand(): Command {
  return profileCommand('brief', 'describe the taste, for a person or a model that is about to make something', [
    'brief',
    'brief --format design -o DESIGN.md',
    'brief --format json',
  ])
    .addOption(
      new Option('--format <format>', 'format of the brief')
        .choices(['markdown', 'json', 'design'])
        .default('markdown'),
    )
    .option('-o, --output <file>', 'write the brief to this file')
    .action(withClient(brief))
}

async function brief({ palate, options }: Context<BriefOptions>): Promise<void> {
  const { json, format } = options
  const output = options.output === '-' ? undefined : options.output
  const id = await findProfileId(palate, options)
  const state = await findStateIds(palate, id, options)
  if (json || format === 'json') {
    const found = await palate.profiles.brief(id, state)
    return output === undefined ? printJson(found) : write(output, `${JSON.stringify(found, null, 2)}\n`)
  }
  const text = await palate.profiles.briefText(id, { format, ...state })
  return output === undefined ? print(text.trimEnd().split('\n')) : write(output, text)
}

function write(file: string, text: string): void {
  writeFile(file, text)
  printWarning(`wrote ${file}`)
}
