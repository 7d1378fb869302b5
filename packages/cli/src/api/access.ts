import { CommandError } from '../output.ts'
import { addressOf, defaultUrl } from './address.ts'

/** A key, and the only address that it is sent to. */
export interface Login {
  readonly url: string
  readonly apiKey: string
}

/** Where an address and a key can come from. */
export interface Sources {
  /** `--url`. */
  readonly option?: string | undefined
  /** `PALATE_URL` and `PALATE_API_KEY`. */
  readonly variables: { readonly url?: string | undefined; readonly apiKey?: string | undefined }
  /** The nearest `palate.json` that names an address. It may be the work of a stranger. */
  readonly file?: { readonly path: string; readonly url: string } | undefined
  /** The last one first. */
  readonly logins: readonly Login[]
}

/** Nobody is signed in. The exit code is 4. */
export class NotSignedIn extends CommandError {
  constructor(message = 'not signed in: run `palate login`, or set PALATE_API_KEY') {
    super(message)
  }
}

interface Named {
  readonly url: string
  readonly by: 'option' | 'variable' | 'file' | 'default'
}

/** The address in use: `--url` comes before the environment, that before `palate.json`, and that before the last login. */
export function namedAddress({ option, variables, file, logins }: Sources): Named {
  if (option !== undefined) return { url: addressOf(option, '--url'), by: 'option' }
  if (variables.url) return { url: addressOf(variables.url, 'PALATE_URL'), by: 'variable' }
  const usual = logins[0]?.url ?? defaultUrl
  const url = file ? addressOf(file.url, file.path) : usual
  return { url, by: url === usual ? 'default' : 'file' }
}

/** The address and its key. A stored key is used only for its own address, and `palate.json` cannot redirect the variable. */
export function accessOf(sources: Sources): Login {
  const { variables, logins, file } = sources
  const { url, by } = namedAddress(sources)
  const stored = loginAt(logins, url)
  if (variables.apiKey && by !== 'file') return { url, apiKey: variables.apiKey }
  if (variables.apiKey) {
    throw new NotSignedIn(
      `${file?.path} names ${url}, and PALATE_API_KEY is not sent to an address that a file names: ` +
        `if you trust it, set PALATE_URL=${url} as well${stored ? ', or unset PALATE_API_KEY to use your login' : ''}`,
    )
  }
  if (stored) return stored
  if (by === 'default') throw new NotSignedIn()
  const reason = by === 'file' ? `${file?.path} names ${url}, where you are not signed in` : `not signed in to ${url}`
  throw new NotSignedIn(`${reason}: if you trust it, run \`palate login --url ${url}\``)
}

/** For what happens without a command, such as completion: only where the user has signed in, or set both variables. */
export function isKnownAddress(sources: Sources): boolean {
  const { variables, logins } = sources
  const { url, by } = namedAddress(sources)
  return loginAt(logins, url) !== undefined || (by === 'variable' && Boolean(variables.apiKey))
}

export function loginAt(logins: readonly Login[], url: string): Login | undefined {
  return logins.find((login) => login.url === url)
}
