import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** Not in the repository. */
const screenshotsDir = fileURLToPath(new URL('../../.cache/screenshots', import.meta.url))

/** Includes the dark theme if `PALATE_SCREENSHOTS` is `all`. */
export const keepsDarkScreenshots = process.env.PALATE_SCREENSHOTS === 'all'

/** Saves a screenshot of the page in `.cache/screenshots`. */
export async function takeScreenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  mkdirSync(screenshotsDir, { recursive: true })
  await page.screenshot({ path: `${screenshotsDir}/${name}.jpg`, type: 'jpeg', quality: 85, fullPage })
}
