import { isAuthError } from '@palate/client'
import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { CommandError, say, UsageError } from '../output.ts'
import { type Login, loginAt, NotSignedIn, namedAddress } from './access.ts'
import { addressOf } from './address.ts'
import { askSecret, readStandardInput } from './input.ts'
import { clientOf, readSources } from './session.ts'
import { readLogins, settingsPath, writeLogins } from './settings.ts'

export function loginCommand(): Command {
  const command = new Command('login')
    .description('sign in to a service; the key is kept in your settings, and sent to this address alone')
    .option('--url <url>', 'address of the service')
    .option('--key <key>', '`-` reads the key from standard input')
    .action(login)
  return withExamples(command, ['login --url https://palate.example.com', 'login --key - < key.txt'])
}

export function logoutCommand(): Command {
  const command = new Command('logout')
    .description('forget the keys of all services, or of one')
    .option('--url <url>', 'only that of this address')
    .action(logout)
  return withExamples(command, ['logout', 'logout --url https://palate.example.com'])
}

function logout({ url: given }: { url?: string }): void {
  const url = given === undefined ? undefined : addressOf(given, '--url')
  const logins = url === undefined ? [] : readLogins()
  if (url !== undefined && !loginAt(logins, url)) throw new CommandError(`not signed in to ${url}`)
  writeLogins(logins.filter((login) => login.url !== url))
  say(url === undefined ? 'Signed out.' : `Signed out of ${url}.`)
}

async function login(options: { url?: string; key?: string }): Promise<void> {
  const url = chosenAddress(options.url)
  if (options.key !== undefined && options.key !== '-') {
    throw new CommandError('a key in the command line is seen by others on this machine: pass it with `--key -`')
  }
  const given = options.key === '-' ? await readStandardInput() : await askSecret(`Key for ${url}`, 'pass `--key -`')
  const apiKey = given.trim()
  const { projects } = await clientOf({ url, apiKey })
    .projects()
    .catch((error) => {
      // A key without the scope `read` is a good key, too.
      if (error?.code === 'scope_forbidden') return { projects: [] }
      if (isAuthError(error)) throw new NotSignedIn(`${url} refuses this key: ${error.message}`)
      throw error
    })
  keep({ url, apiKey })
  const names = projects.map(({ id }) => id).join(', ')
  say(`Signed in to ${url}${names && ` (projects: ${names})`}. The key is in ${settingsPath()}.`)
}

/** A key is never taken for an address that only a file names, because the person may not have seen it. */
function chosenAddress(option: string | undefined): string {
  const sources = readSources(option)
  const { url, by } = namedAddress(sources)
  if (by !== 'file' || loginAt(sources.logins, url)) return url
  throw new UsageError(`${sources.file?.path} names ${url}: if you trust it, run \`palate login --url ${url}\``)
}

/** The new one comes first: it is used where nothing names an address. */
function keep(login: Login): void {
  writeLogins([login, ...readLogins().filter(({ url }) => url !== login.url)])
}
