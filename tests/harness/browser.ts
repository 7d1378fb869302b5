import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type BrowserContext,
  type BrowserContextOptions,
  type Browser as Chromium,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { findBrowsers, howToGetABrowser } from './find-browser.ts'
import type { TestService } from './service.ts'

/** Not in the repository. */
const screenshotsDir = fileURLToPath(new URL('../../.cache/screenshots', import.meta.url))
const actionTimeoutMs = 60_000

export interface PageOptions extends BrowserContextOptions {
  /** The path to open; `/` unless set, and no page at all if null. */
  readonly path?: string | null
  /** Signs in with this key in place of the first one; with none if null. */
  readonly key?: string | null
  /** Messages of the console, and failed requests, that the test expects. */
  readonly expected?: readonly RegExp[]
  /** Origins, besides that of the service, that the page may ask. */
  readonly origins?: readonly string[]
}

export interface TestBrowser {
  /**
   * A page of the service in a context of its own, signed in. At the end of the test it is closed, and the test fails if
   * the page has put an error or a warning on the console, thrown an error, or asked another origin.
   */
  newPage(service: Pick<TestService, 'url' | 'key'>, options?: PageOptions): Promise<Page>
  /** Closes the pages of the test now, and fails if one of them has complained. */
  closePages(): Promise<void>
}

/** One real Chromium for all tests of a file or `describe` block. */
export function useBrowser(): TestBrowser {
  let browser: Chromium | undefined
  const contexts = new Set<BrowserContext>()
  const complaints: string[] = []
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  async function closePages(): Promise<void> {
    for (const context of contexts) await context.close()
    contexts.clear()
    expect(complaints.splice(0).join('\n')).toBe('')
  }
  afterEach(closePages)

  return {
    closePages,
    async newPage(service, { path = '/', key = service.key, expected = [], origins = [], ...options } = {}) {
      if (!browser) throw new Error('the browser has not started yet')
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
      contexts.add(context)
      context.setDefaultTimeout(actionTimeoutMs)
      if (key !== null) await signIn(context, service.url, key)
      const page = await context.newPage()
      watch(page, [new URL(service.url).origin, ...origins], (complaint) => {
        if (!expected.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
      })
      if (path !== null) await page.goto(new URL(path, service.url).href)
      return page
    },
  }
}

/** Axe finds nothing wrong by WCAG 2.2 AA; with `colours`, looks only at what another theme changes. */
export async function expectAccessible(page: Page, { colours = false } = {}): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // Our pages have no frames. Without its own page for them axe takes half of the processor time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (colours ? axe.withRules(['color-contrast']) : axe.withTags(tags)).analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
  expect(found).toEqual([])
}

/** Keeps a picture of the page for people to look at, in `.cache/screenshots`. */
export async function takeScreenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  mkdirSync(screenshotsDir, { recursive: true })
  await page.screenshot({ path: `${screenshotsDir}/${name}.png`, fullPage, animations: 'disabled' })
}

/** Fails with a line that says how to get a browser if there is none. */
export async function launchBrowser(): Promise<Chromium> {
  const reasons: string[] = []
  for await (const { executablePath, env } of findBrowsers()) {
    try {
      // Chromium refuses to run as root with its sandbox, and tests open no pages but ours.
      const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
      return await chromium.launch({ executablePath, args, env: { ...definedEnv(), ...env } })
    } catch (error) {
      reasons.push(`${executablePath}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    }
  }
  throw new Error([howToGetABrowser, ...reasons].join('\n'))
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** Puts the cookie of a session into the context, as signing in on the page does. */
async function signIn(context: BrowserContext, url: string, key: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/session`, { method: 'POST', headers, body: JSON.stringify({ key }) })
  const [, name = '', value = '', path = '/'] =
    /^(\w+)=([^;]+); Path=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  if (!response.ok) throw new Error(`signing in was answered with ${response.status}: ${await response.text()}`)
  const { hostname } = new URL(url)
  await context.addCookies([{ name, value, path, domain: hostname, httpOnly: true, sameSite: 'Strict' }])
}

function watch(page: Page, origins: readonly string[], complain: (complaint: string) => void): void {
  page.on('console', (message) => {
    const { url } = message.location()
    if (['error', 'warning'].includes(message.type())) complain(`console ${message.type()}: ${message.text()} (${url})`)
  })
  page.on('pageerror', (error) => complain(`thrown: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && !origins.includes(origin))
      complain(`asked another origin: ${request.url()}`)
  })
}
