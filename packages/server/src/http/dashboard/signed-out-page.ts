import type { IncomingHttpHeaders } from 'node:http'
import { sessionTokenIn } from '../../platform/session-cookie.ts'
import type { DashboardFile } from './dashboard-files.ts'

/**
 * Whether the browser has no session's cookie for sure. It does not send the cookie when a link of another site leads here
 * (`SameSite=Strict`), and a browser that does not tell what led here, as over plain http, may not have sent it either.
 */
export function hasNoSession({ cookie, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  const isSent = site === 'none' || site === 'same-origin' || site === 'same-site'
  return isSent && !sessionTokenIn(cookie)
}

const made = new WeakMap<DashboardFile, DashboardFile>()

/** The page for somebody who is not signed in: it need not ask, which browsers would report as an error. */
export function signedOutPage(page: DashboardFile): DashboardFile {
  const known = made.get(page)
  if (known) return known
  const text = page.contents.identity.toString().replace('data-session="unknown"', 'data-session="none"')
  const signedOut = { ...page, tag: `${page.tag}-signed-out`, contents: { identity: Buffer.from(text) } }
  made.set(page, signedOut)
  return signedOut
}
