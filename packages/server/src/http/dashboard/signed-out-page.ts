import type { IncomingHttpHeaders } from 'node:http'
import { sessionIn } from '../../platform/session-cookie.ts'
import type { DashboardFile } from './dashboard-files.ts'

/**
 * Whether the browser certainly has no session cookie. It withholds the cookie when a link on another site leads here
 * (`SameSite=Strict`). A browser that does not send `Sec-Fetch-Site`, as over plain http, may also have withheld it.
 */
export function hasNoSession({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  const isSent = site === 'none' || site === 'same-origin' || site === 'same-site'
  return isSent && !sessionIn(cookie)?.token
}

const made = new WeakMap<DashboardFile, DashboardFile>()

/** The page for a signed-out user. It skips the session request, whose failure browsers would log as an error. */
export function signedOutPage(page: DashboardFile): DashboardFile {
  const known = made.get(page)
  if (known) return known
  const text = page.contents.identity.toString().replace('data-session="unknown"', 'data-session="none"')
  const signedOut = { ...page, tag: `${page.tag}-signed-out`, contents: { identity: Buffer.from(text) } }
  made.set(page, signedOut)
  return signedOut
}
