import { sessionMs } from '@palate/core/sessions/schema.ts'
import type { Config } from '../config/config.ts'

const name = 'palate_session'

/** The session's token in a Cookie header; undefined if there is none. */
export function sessionTokenIn(cookies: string | undefined): string | undefined {
  const own = cookies?.split(';').find((cookie) => cookie.trimStart().startsWith(`${name}=`))
  return own?.slice(own.indexOf('=') + 1).trim()
}

/** Sent only to this service, hidden from scripts, and never sent with a request that another site triggers. */
export function sessionCookie(token: string, isSecure: boolean, { basePath }: Pick<Config, 'basePath'>): string {
  return cookie(token, sessionMs / 1000, isSecure, basePath)
}

/** Makes the browser delete the cookie. */
export function endedCookie(isSecure: boolean, { basePath }: Pick<Config, 'basePath'>): string {
  return cookie('', 0, isSecure, basePath)
}

function cookie(value: string, seconds: number, isSecure: boolean, basePath: string): string {
  const secure = isSecure ? '; Secure' : ''
  return `${name}=${value}; Path=${basePath || '/'}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}
