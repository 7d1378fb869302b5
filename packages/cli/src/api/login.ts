import { isAuthError } from '@palate/client'
import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { CommandError, print, UsageError } from '../output.ts'
import { readStandardInput, requireTerminal } from '../terminal/prompts.ts'
import { confirmedKey } from './confirmed-key.ts'
import { type Login, loginAt, NotSignedIn, namedAddress } from './connection/access.ts'
import { addressOf } from './connection/address.ts'
import { clientOf, readSources } from './connection/client.ts'
import { readLogins, settingsPath, writeLogins } from './connection/logins.ts'

export function loginCommand(): Command {
  const command = new Command('login')
    .description('sign in to a service; the key is stored in your settings and sent only to this URL')
    .option('--url <url>', 'URL of the service')
    .option('--key <key>', '`-` reads a key from standard input instead of opening the dashboard')
    .action(login)
  return withExamples(command, ['login', 'login --url https://palate.example.com', 'login --key - < key.txt'])
}

export function logoutCommand(): Command {
  const command = new Command('logout')
    .description('remove the stored keys of all services, or of one')
    .option('--url <url>', 'only the key for this URL')
    .action(logout)
  return withExamples(command, ['logout', 'logout --url https://palate.example.com'])
}

function logout({ url: given }: { url?: string }): void {
  const url = given === undefined ? undefined : addressOf(given, '--url')
  const logins = url === undefined ? [] : readLogins()
  if (url !== undefined && !loginAt(logins, url)) throw new CommandError(`not signed in to ${url}`)
  writeLogins(logins.filter((login) => login.url !== url))
  print(url === undefined ? 'Signed out.' : `Signed out of ${url}.`)
}

async function login(options: { url?: string; key?: string }): Promise<void> {
  const url = chosenAddress(options.url)
  if (options.key !== undefined && options.key !== '-') {
    throw new UsageError('others on this machine can see a key on the command line: pass it with `--key -`')
  }
  const apiKey = (options.key === '-' ? await readStandardInput() : await keyFor(url)).trim()
  const { projects } = await clientOf({ url, apiKey })
    .projects()
    .catch((error) => {
      // A key without the scope `read` is also valid.
      if (error?.code === 'scope_forbidden') return { projects: [] }
      if (isAuthError(error)) throw new NotSignedIn(`${url} refuses this key: ${error.message}`)
      throw error
    })
  keep({ url, apiKey })
  const names = projects.map(({ id }) => id).join(', ')
  print(`Signed in to ${url}${names && ` (projects: ${names})`}. The key is in ${settingsPath()}.`)
}

/** A person confirms in the dashboard, or pastes a key: whatever comes first. */
function keyFor(url: string): Promise<string> {
  requireTerminal('pass `--key -`')
  return confirmedKey(url)
}

/** Never asks for a key for a URL that only a file names, because the user may not have seen it. */
function chosenAddress(option: string | undefined): string {
  const sources = readSources(option)
  const { url, by } = namedAddress(sources)
  if (by !== 'file' || loginAt(sources.logins, url)) return url
  throw new UsageError(`${sources.file?.path} names ${url}: if you trust it, run \`palate login --url ${url}\``)
}

/** The new login comes first: it is the default. */
function keep(login: Login): void {
  writeLogins([login, ...readLogins().filter(({ url }) => url !== login.url)])
}
