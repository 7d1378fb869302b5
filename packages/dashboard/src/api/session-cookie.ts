import { serviceUrl } from './palate.ts'

/** What the service wrote into the page that is open; undefined once it was used, because it holds for that moment only. */
let atLoad: string | undefined = document.documentElement.dataset.session ?? 'unknown'

/**
 * Whether the browser has no session's cookie, as far as the service can tell: scripts do not see it. Who asks for a session
 * without one gets 401, which browsers report on the console.
 */
export async function hasNoCookie(): Promise<boolean> {
  const said = atLoad ?? (await readPage())
  atLoad = undefined
  return said === 'none'
}

/** Somebody may have signed in on another page meanwhile, so the service is asked for the page again. */
async function readPage(): Promise<string | undefined> {
  const page = await fetch(`${serviceUrl}/`, { headers: { accept: 'text/html' } })
    .then((answer) => answer.text())
    .catch(() => '')
  return /data-session="(\w+)"/.exec(page)?.[1]
}
