import { expect as baseExpect, type Locator, type Page, type PageScreenshotOptions, test } from '@playwright/test'
import { judgePicture } from './judge-picture.ts'
import { describeJudgement, failureMessage, type SuitOptions, warningOf } from './judgement.ts'

export type { SuitOptions } from './judgement.ts'

export interface PageSuitOptions extends SuitOptions {
  /** How to take the screenshot. Default: what is visible, with animations stopped. */
  readonly screenshot?: Omit<PageScreenshotOptions, 'path' | 'type' | 'quality'>
}

/**
 * Playwright's `expect` with `toSuit`.
 *
 * @example
 * import { test } from '@playwright/test'
 * import { expect } from '@palate/playwright'
 *
 * test('the pricing page is ours', async ({ page }) => {
 *   await page.goto('/pricing')
 *   await expect(page).toSuit({ profile: 'prof_…' })
 *   await expect(page.getByRole('banner')).toSuit({ profile: 'prof_…', min: 0.6 })
 * })
 */
export const expect = baseExpect.extend({
  async toSuit(subject: Page | Locator, { screenshot, ...options }: PageSuitOptions = {}) {
    // A screenshot of a missing element would wait until the test ends.
    if ('waitFor' in subject) await subject.waitFor({ timeout: this.timeout })
    const picture = await subject.screenshot({ animations: 'disabled', ...screenshot })
    await test.info().attach('palate.png', { body: picture, contentType: 'image/png' })
    const judgement = await judgePicture(picture, options)
    await test.info().attach('palate.txt', { body: describeJudgement(judgement), contentType: 'text/plain' })
    const warning = warningOf(judgement)
    if (warning !== undefined) test.info().annotations.push({ type: 'warning', description: warning })
    return {
      name: 'toSuit',
      pass: judgement.suits,
      message: () => failureMessage(judgement, this.isNot),
      expected: judgement.min,
      actual: judgement.score,
    }
  },
})
