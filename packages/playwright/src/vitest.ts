import { expect, type MatcherState } from 'vitest'
import { type BrowserPage, commands, type Locator, page } from 'vitest/browser'
import { describeJudgement, failureMessage, type Judgement, type SuitOptions, warningOf } from './judgement.ts'

declare module 'vitest' {
  interface Matchers<R, T> {
    /** Whether a page, a locator or an element of Vitest's browser mode suits a taste profile. */
    toSuit(options?: SuitOptions): Promise<void>
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Runs in Node, which has the key. */
    judgeWithPalate(picture: string, options: SuitOptions): Promise<Judgement>
  }
}

/** A missing element fails the assertion, not the test by its own timeout. */
const screenshotTimeoutMs = 5_000

expect.extend({
  async toSuit(this: MatcherState, subject: BrowserPage | Locator | Element, options: SuitOptions = {}) {
    const element = subject === page ? {} : { element: subject as Locator | Element }
    const body = await page.screenshot({ ...element, save: false, timeout: screenshotTimeoutMs }).catch(failAgain)
    const judgement = await commands.judgeWithPalate(body, options).catch(failAgain)
    const kind = warningOf(judgement) === undefined ? 'palate' : 'warning'
    await this.task?.context.annotate(describeJudgement(judgement), kind, { contentType: 'image/png', body })
    return {
      pass: judgement.suits,
      message: () => failureMessage(judgement, this.isNot),
      expected: judgement.min,
      actual: judgement.score,
    }
  },
})

/** Throws a new error, because the stack of Vitest's own one begins with another message. */
function failAgain(cause: Error): never {
  throw new Error(cause.message, { cause })
}
