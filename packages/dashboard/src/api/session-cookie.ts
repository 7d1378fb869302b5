import { serviceUrl } from './palate.ts'

/** What the service wrote into the open page. Undefined after its first use, because it is only valid at load time. */
let atLoad: string | undefined = document.documentElement.dataset.session ?? 'unknown'

/**
 * Whether the browser has no session cookie, as far as the service can tell: scripts cannot read it. Requesting a
 * session without one returns 401, which browsers log on the console.
 */
export async function hasNoCookie(): Promise<boolean> {
  const said = atLoad ?? (await readPage())
  atLoad = undefined
  return said === 'none'
}

/** Someone may have signed in on another page since then, so request the page again. */
async function readPage(): Promise<string | undefined> {
  const page = await fetch(`${serviceUrl}/`, { headers: { accept: 'text/html' } })
    .then((answer) => answer.text())
    .catch(() => '')
  return /data-session="(\w+)"/.exec(page)?.[1]
}
