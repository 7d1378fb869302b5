import type { ApiKey, NewApiKey, Palate } from '@palate/client'
import { isId } from '@palate/core/ids.ts'
import type { Command } from 'commander'
import { CommandError, print, printJson, printWarning } from '../output.ts'
import { confirm } from '../terminal/prompts.ts'
import { ago, table, until } from '../terminal/text.ts'
import { apiCommand, type Context, withClient } from './api-command.ts'
import type { ApiOptions } from './connection/client.ts'
import { commaList, positiveNumber, positiveWholeNumber, wholeNumber } from './option-values.ts'

export function keysCommand(): Command {
  const keys = apiCommand('keys', 'list API keys, or create, rotate or revoke one', [
    'keys',
    'keys create CI --scopes score --days 90',
    'keys usage CI',
    'keys revoke CI',
  ]).action(withClient(list))
  keys.addCommand(
    apiCommand('create', 'create a key and print only the key on standard output', ['keys create CI --scopes score'])
      .argument('<name>')
      .option('--project <project>', 'limit the key to a project')
      .option('--scopes <list>', 'limit the key to these scopes: read, score, teach, write, admin', commaList)
      .option('--days <number>', 'days until the key expires', positiveNumber)
      .action(withClient(create)),
  )
  keys.addCommand(
    apiCommand('rotate', 'replace a key and print the new one', ['keys rotate key_… --overlap 3600'])
      .argument('<key>', 'name, visible prefix or id')
      .option('--overlap <seconds>', 'how long the old key keeps working', wholeNumber)
      .action(withClient(rotate)),
  )
  keys.addCommand(
    apiCommand('revoke', 'revoke a key immediately', ['keys revoke key_… --yes'])
      .argument('<key>', 'name, visible prefix or id')
      .option('--yes', 'do not ask for confirmation')
      .action(withClient(revoke)),
  )
  keys.addCommand(
    apiCommand('usage', 'requests per day', ['keys usage key_… --days 7'])
      .argument('<key>', 'name, visible prefix or id')
      .option('--days <number>', 'number of days (default: 30)', positiveWholeNumber)
      .action(withClient(usage)),
  )
  return keys
}

async function list({ palate, show }: Context<ApiOptions>): Promise<void> {
  const keys: ApiKey[] = []
  for await (const key of palate.keys.list()) keys.push(key)
  show({ keys }, () =>
    table(
      [
        ['NAME', 'PREFIX', 'PROJECT', 'SCOPES', 'EXPIRES', 'LAST USED'],
        ...keys.map(({ name, prefix, projectId, scopes, expiresAt, lastUsedAt }) => [
          name,
          prefix,
          projectId ?? 'all',
          scopes?.join(',') ?? 'all',
          expiresAt ? until(expiresAt) : 'never',
          lastUsedAt ? ago(lastUsedAt) : 'never',
        ]),
      ],
      [0, 2, 3],
    ),
  )
}

type NewOptions = ApiOptions & { readonly project?: string; readonly scopes?: string[]; readonly days?: number }

async function create({ palate, options }: Context<NewOptions>, name: string): Promise<void> {
  const { project, scopes, days } = options
  const wanted = {
    name,
    ...(project !== undefined && { projectId: project }),
    ...(scopes && { scopes: scopes as NonNullable<NewApiKey['scopes']> }),
    ...(days !== undefined && { expiresInDays: days }),
  }
  showKey(await palate.keys.create(wanted), options)
}

async function rotate({ palate, options }: Context<ApiOptions & { overlap?: number }>, wanted: string): Promise<void> {
  const id = await findKeyId(palate, wanted)
  showKey(
    await palate.keys.rotate(id, options.overlap === undefined ? {} : { overlapSeconds: options.overlap }),
    options,
  )
}

/** Prints only the key on standard output, so that it can be piped. */
function showKey(
  made: { readonly key?: string; readonly id: string; readonly warning?: string },
  { json }: ApiOptions,
): void {
  if (!json) printWarning(`created ${made.id}; the key will not be shown again`)
  if (json) printJson(made)
  else print(made.key ?? '')
}

async function revoke(
  { palate, options, show }: Context<ApiOptions & { yes?: boolean }>,
  wanted: string,
): Promise<void> {
  const id = await findKeyId(palate, wanted)
  await confirm(`Revoke ${id}? Everything that uses it will stop working.`, options.yes)
  show(await palate.keys.revoke(id), () => `Revoked ${id}.`)
}

async function usage(
  { palate, options, show }: Context<ApiOptions & { days?: number }>,
  wanted: string,
): Promise<void> {
  const id = await findKeyId(palate, wanted)
  const found = await palate.keys.usage(id, options.days === undefined ? {} : { days: options.days })
  show(found, () => table(found.days.map(({ date, requests }) => [date, String(requests)])))
}

async function findKeyId(palate: Palate, wanted: string): Promise<string> {
  if (isId('key', wanted)) return wanted
  const found: ApiKey[] = []
  for await (const key of palate.keys.list()) if (key.name === wanted || key.prefix === wanted) found.push(key)
  const [only, ...others] = found
  if (!only) throw new CommandError(`there is no key ${JSON.stringify(wanted)}: \`palate keys\` lists them`)
  if (others.length === 0) return only.id
  throw new CommandError(
    `several keys are named ${JSON.stringify(wanted)}; use a prefix or an id:`,
    found.map(({ prefix, id }) => `  ${prefix}  ${id}`),
  )
}
