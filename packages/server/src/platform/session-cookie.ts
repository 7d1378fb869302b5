import type { Caller } from '@palate/core/keys/access.ts'
import { sessionMsOf } from '@palate/core/sessions/schema.ts'
import type { Config } from '../config/config.ts'

const sessionName = 'palate_session'
const signOnName = 'palate_sign_on'
/** How long a person may take at the identity provider. */
const signOnSeconds = 600
/** Browsers accept such a cookie only over https: the first only for the whole host, and from this host alone. */
const prefixes = ['__Host-', '__Secure-'] as const

export interface SentSession {
  readonly token: string
  /** Whether only an https response can have set the cookie. */
  readonly isPrefixed: boolean
}

/** The session in a Cookie header; undefined if there is none. A prefixed cookie takes precedence. */
export function sessionIn(cookies: string | undefined): SentSession | undefined {
  return cookieIn(cookies, sessionName)
}

/** What `signOnCookie` has stored. */
export function signOnIn(cookies: string | undefined): string | undefined {
  return cookieIn(cookies, signOnName)?.token
}

function cookieIn(cookies: string | undefined, name: string): SentSession | undefined {
  const sent = cookies?.split(';').map((cookie) => cookie.trim()) ?? []
  for (const prefix of [...prefixes, '']) {
    const own = sent.find((cookie) => cookie.startsWith(`${prefix}${name}=`))
    if (own) return { token: own.slice(own.indexOf('=') + 1), isPrefixed: prefix !== '' }
  }
  return undefined
}

/** Sent only to this service, hidden from scripts, and never sent with a request that another site triggers. */
export function sessionCookie(
  token: string,
  caller: Pick<Caller, 'isPersonSession'>,
  isSecure: boolean,
  { basePath }: Pick<Config, 'basePath'>,
): string {
  return cookie(`${sessionName}=${token}`, sessionMsOf(caller) / 1000, 'Strict', isSecure, basePath)
}

/** Makes the browser delete the cookie. */
export function endedCookie(isSecure: boolean, { basePath }: Pick<Config, 'basePath'>): string {
  return cookie(`${sessionName}=`, 0, 'Strict', isSecure, basePath)
}

/** Remembers a sign-in at the identity provider, whose site leads the browser back: hence not `Strict`. */
export function signOnCookie(value: string, isSecure: boolean, { basePath }: Pick<Config, 'basePath'>): string {
  return cookie(`${signOnName}=${value}`, signOnSeconds, 'Lax', isSecure, basePath)
}

/** `__Host-` requires the path `/`. Below a prefix the path matters more: others on the host must not get the token. */
function cookie(
  pair: string,
  seconds: number,
  sameSite: 'Strict' | 'Lax',
  isSecure: boolean,
  basePath: string,
): string {
  const prefix = isSecure ? prefixes[basePath === '' ? 0 : 1] : ''
  const attributes = `Path=${basePath || '/'}; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  return `${prefix}${pair}; ${attributes}`
}
