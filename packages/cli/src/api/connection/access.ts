import { CommandError } from '../../output.ts'
import { addressOf, defaultUrl } from './address.ts'

/** A key, and the only URL that it is sent to. */
export interface Login {
  readonly url: string
  readonly apiKey: string
}

/** Where the URL and the key can come from. */
export interface Sources {
  /** `--url`. */
  readonly option?: string | undefined
  /** `PALATE_URL` and `PALATE_API_KEY`. */
  readonly variables: { readonly url?: string | undefined; readonly apiKey?: string | undefined }
  /** The nearest `palate.json` that names a URL. It is not trusted. */
  readonly file?: { readonly path: string; readonly url: string } | undefined
  /** Most recent first. */
  readonly logins: readonly Login[]
}

/** Not signed in. The exit code is 4. */
export class NotSignedIn extends CommandError {
  constructor(message = 'not signed in: run `palate login`, or set PALATE_API_KEY') {
    super(message)
  }
}

interface Named {
  readonly url: string
  readonly by: 'option' | 'variable' | 'file' | 'default'
}

/** The URL in use. Precedence: `--url`, the environment, `palate.json`, the last login. */
export function namedAddress({ option, variables, file, logins }: Sources): Named {
  if (option !== undefined) return { url: addressOf(option, '--url'), by: 'option' }
  if (variables.url) return { url: addressOf(variables.url, 'PALATE_URL'), by: 'variable' }
  const usual = logins[0]?.url ?? defaultUrl
  const url = file ? addressOf(file.url, file.path) : usual
  return { url, by: url === usual ? 'default' : 'file' }
}

/** The URL and its key. A stored key is used only for its own URL, and `palate.json` cannot redirect PALATE_API_KEY. */
export function accessOf(sources: Sources): Login {
  const { variables, logins, file } = sources
  const { url, by } = namedAddress(sources)
  const stored = loginAt(logins, url)
  if (variables.apiKey && by !== 'file') return { url, apiKey: variables.apiKey }
  if (variables.apiKey) {
    throw new NotSignedIn(
      `${file?.path} names ${url}, and PALATE_API_KEY is never sent to a URL from a file: ` +
        `if you trust it, set PALATE_URL=${url} as well${stored ? ', or unset PALATE_API_KEY to use your login' : ''}`,
    )
  }
  if (stored) return stored
  if (by === 'default') throw new NotSignedIn()
  const reason = by === 'file' ? `${file?.path} names ${url}, where you are not signed in` : `not signed in to ${url}`
  throw new NotSignedIn(`${reason}: if you trust it, run \`palate login --url ${url}\``)
}

/** For requests without a command, such as completion: only if the user has signed in or set both variables. */
export function isKnownAddress(sources: Sources): boolean {
  const { variables, logins } = sources
  const { url, by } = namedAddress(sources)
  return loginAt(logins, url) !== undefined || (by === 'variable' && Boolean(variables.apiKey))
}

export function loginAt(logins: readonly Login[], url: string): Login | undefined {
  return logins.find((login) => login.url === url)
}
