import { describe, expect, test, vi } from 'vitest'
import { useBrowser } from './browser.ts'
import { launchBrowser } from './launch-browser.ts'

test('without a browser the tests say how to get one', async () => {
  vi.stubEnv('PALATE_TEST_BROWSER', '/no/such/browser')
  const launched = launchBrowser()
  await expect(launched).rejects.toThrow(/install Chrome or Chromium, or name one with PALATE_TEST_BROWSER\n\/no\/such/)
  vi.unstubAllEnvs()
})

describe('a page of a test', () => {
  const browser = useBrowser()
  const nowhere = { url: 'http://127.0.0.1:9', key: '' }
  const open = (expected: readonly RegExp[] = []) => browser.newPage(nowhere, { path: null, key: null, expected })

  test.each([
    ['a warning on the console', "console.warn('careful')", /careful/],
    ['an error on the console', "console.error('wrong')", /wrong/],
    [
      'an error that is thrown',
      "setTimeout(() => { throw new Error('thrown') }); new Promise((then) => setTimeout(then, 1))",
      /thrown/,
    ],
    [
      'a request to another origin',
      "fetch('http://127.0.0.1:7/', { mode: 'no-cors' }).catch(() => {})",
      /another origin/,
    ],
  ])('fails with %s', async (_, script, complaint) => {
    const page = await open([/ERR_|Not allowed/])
    await page.evaluate(script)
    await expect(browser.closePages()).rejects.toThrow(complaint)
  })

  test('may log errors that the test expects', async () => {
    const page = await open([/careful/])
    await page.evaluate("console.warn('careful'); console.log('hello')")
    await browser.closePages()
  })
})
