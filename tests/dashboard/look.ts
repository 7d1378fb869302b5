import type { Page } from 'playwright-core'
import { expectAccessible, takeScreenshot } from '../harness/browser.ts'

/** What a person sees in both themes: axe finds nothing, and a picture of it is kept. */
export async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, { colours: colorScheme === 'dark' })
    await takeScreenshot(page, `${name}-${colorScheme}`)
  }
}
