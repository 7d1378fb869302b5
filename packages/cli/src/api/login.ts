import { isAuthError } from '@palate/client'
import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import { CommandError, say } from '../output.ts'
import { askSecret, readStandardInput } from './input.ts'
import { clientOf, NotSignedIn, serviceUrl } from './session.ts'
import { forgetSettings, settingsPath, writeSettings } from './settings.ts'

export function loginCommand(): Command {
  const command = new Command('login')
    .description('sign in to a service; the key is kept in your settings')
    .option('--url <url>', 'address of the service')
    .option('--key <key>', '`-` reads the key from standard input')
    .action(login)
  return withExamples(command, ['login --url https://palate.example.com', 'login --key - < key.txt'])
}

export function logoutCommand(): Command {
  const command = new Command('logout').description('forget the key').action(() => {
    forgetSettings()
    say('Signed out.')
  })
  return withExamples(command, ['logout'])
}

async function login(options: { url?: string; key?: string }): Promise<void> {
  const url = serviceUrl(options.url)
  if (options.key !== undefined && options.key !== '-') {
    throw new CommandError('a key in the command line is seen by others on this machine: pass it with `--key -`')
  }
  const given = options.key === '-' ? await readStandardInput() : await askSecret(`Key for ${url}`, 'pass `--key -`')
  const apiKey = given.trim()
  const { projects } = await clientOf(url, apiKey)
    .projects()
    .catch((error) => {
      // A key without the scope `read` is a good key, too.
      if (error?.code === 'scope_forbidden') return { projects: [] }
      if (isAuthError(error)) throw new NotSignedIn(`${url} refuses this key: ${error.message}`)
      throw error
    })
  writeSettings({ url, apiKey })
  const names = projects.map(({ id }) => id).join(', ')
  say(`Signed in to ${url}${names && ` (projects: ${names})`}. The key is in ${settingsPath()}.`)
}
