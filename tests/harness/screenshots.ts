import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** Not in the repository. */
const screenshotsDir = fileURLToPath(new URL('../../.cache/screenshots', import.meta.url))

/** `PALATE_SCREENSHOTS=light` takes screenshots, `all` also those of the dark theme. */
const wanted = process.env.PALATE_SCREENSHOTS ?? ''
export const keepsDarkScreenshots = wanted === 'all'

/** Saves a screenshot of the page in `.cache/screenshots`, if they are wanted. */
export async function takeScreenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (wanted === '') return
  mkdirSync(screenshotsDir, { recursive: true })
  await page.screenshot({ path: `${screenshotsDir}/${name}.jpg`, type: 'jpeg', quality: 85, fullPage })
}
