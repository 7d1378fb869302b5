import { readFileSync } from 'node:fs'
import type { ProfileExport } from '@palate/client'
import type { Command } from 'commander'
import { CommandError } from '../../output.ts'
import { readStandardInput } from '../../terminal/prompts.ts'
import { apiCommand, type Context, withClient } from '../api-command.ts'
import type { ApiOptions } from '../connection/client.ts'

export function importCommand(): Command {
  return apiCommand('import', 'create a profile from an exported document', ['import taste.json --name "A copy"'])
    .argument('<file>', '`-` reads standard input')
    .option('--project <project>', 'override the project in the document')
    .option('--name <name>', 'override the name in the document')
    .action(withClient(importFrom))
}

type ImportOptions = ApiOptions & { readonly project?: string; readonly name?: string }

async function importFrom({ palate, options, show }: Context<ImportOptions>, file: string): Promise<void> {
  const document = parse(file === '-' ? await readStandardInput() : read(file), file)
  const { project, name } = options
  const wanted = { ...document, ...(project && { projectId: project }), ...(name && { name }) }
  const made = await palate.profiles.import(wanted)
  show(made, () => `Created ${made.name} (${made.id}) in project ${made.projectId}.`)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`cannot read ${file}: ${(error as Error).message}`)
  }
}

function parse(text: string, file: string): ProfileExport {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError(`${file === '-' ? 'standard input' : file} is not JSON`)
  }
}
