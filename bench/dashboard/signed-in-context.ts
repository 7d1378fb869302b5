import type { Browser, BrowserContext } from 'playwright-core'

/** A browser window of 1440 × 900 pixels, signed in. */
export async function signedInContext(
  browser: Browser,
  { url, key }: { url: string; key: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const response = await context.request.post(`${url}/api/session`, { data: { key } })
  if (!response.ok()) throw new Error(`signing in failed with ${response.status()}`)
  return context
}
