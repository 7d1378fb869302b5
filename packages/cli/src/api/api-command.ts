import type { Palate } from '@palate/client'
import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { type Lines, print, printJson } from '../output.ts'
import { type ApiOptions, openClient } from './connection/client.ts'

export interface Context<Options extends ApiOptions> {
  readonly palate: Palate
  readonly options: Options
  /** Prints the API response with `--json`, else the text. */
  show(data: unknown, text: () => Lines): void
}

/** A command that calls the service. Examples are shown below its help. */
export function apiCommand(name: string, description: string, examples: readonly string[]): Command {
  const command = new Command(name)
    .description(description)
    .enablePositionalOptions()
    .option('--url <url>', 'URL of the service (PALATE_URL)')
    .option('--json', 'print the API response')
  return withExamples(command, examples)
}

/** The same for commands on the profile in use. */
export function profileCommand(name: string, description: string, examples: readonly string[]): Command {
  return apiCommand(name, description, examples).option(
    '-p, --profile <profile>',
    'id or name of a profile (default: from palate.json)',
  )
}

/** Runs an action with a client. Commander passes the arguments, then the options, then the command. */
export function withClient<Options extends ApiOptions>(
  act: (context: Context<Options>, ...args: never[]) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const options = given.at(-2) as Options
    const palate = openClient(options)
    const show = (data: unknown, text: () => Lines) => (options.json ? printJson(data) : print(text()))
    await act({ palate, options, show }, ...(given.slice(0, -2) as never[]))
  }
}
