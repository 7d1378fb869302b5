import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect } from 'vitest'
import { sharedBrowser } from './launch-browser.ts'
import type { TestService } from './service.ts'

const actionTimeoutMs = 60_000
const viewport = { width: 1280, height: 800 }

export interface PageOptions extends BrowserContextOptions {
  /** The path to open; `/` by default, no page if null. */
  readonly path?: string | null
  /** Signs in with this key instead of the first one; not at all if null. */
  readonly key?: string | null
  /** Messages of the console, and failed requests, that the test expects. */
  readonly expected?: readonly RegExp[]
  /** Origins, besides the service's, that the page may request. */
  readonly origins?: readonly string[]
  /** A fresh page that no other test uses, for state that cannot be reset. */
  readonly isNew?: boolean
}

export interface TestBrowser {
  /**
   * A page of the service, signed in. The test fails if the page has put an error or a warning on the console, thrown an
   * error, or asked another origin.
   *
   * Tests of a file that sign in with the same key, without other options, use the same tab, one after the other: in a new one loading and
   * compiling the scripts takes twice as long. What a test stored in the tab is gone for the next.
   */
  newPage(service: Pick<TestService, 'url' | 'key'>, options?: PageOptions): Promise<Page>
  /** Closes the pages of the test now, and fails if one of them has logged an error. */
  closePages(): Promise<void>
}

interface Tab {
  readonly page: Page
  /** The tests that may use it. */
  readonly sharers: string | null
  readonly serviceUrl: string
  origins: readonly string[]
  expected: readonly RegExp[]
}

/** Pages in a real Chromium. */
export function useBrowser(): TestBrowser {
  const contexts = new Map<string, BrowserContext>()
  const used = new Set<Tab>()
  const idle = new Map<string, Tab>()
  const complaints: string[] = []

  afterAll(async () => {
    for (const context of contexts.values()) await context.close()
  })

  async function closePages(): Promise<void> {
    const found = complaints.splice(0)
    for (const tab of used) {
      tab.expected = [/^/]
      if (tab.sharers === null || !(await clean(tab))) await tab.page.close()
      else idle.set(tab.sharers, tab)
    }
    used.clear()
    expect(found.join('\n')).toBe('')
  }
  afterEach(closePages)

  async function openTab(serviceUrl: string, key: string | null, isNew: boolean, options: BrowserContextOptions) {
    const name = JSON.stringify(key === null ? [contexts.size] : [serviceUrl, key, options])
    const context = contexts.get(name) ?? (await newContext(serviceUrl, key, options))
    contexts.set(name, context)
    const isShared = key !== null && !isNew && Object.keys(options).length === 0
    const sharers = isShared ? name : null
    const reused = sharers === null ? undefined : idle.get(sharers)
    idle.delete(name)
    const tab: Tab = reused ?? { page: await context.newPage(), sharers, serviceUrl, origins: [], expected: [] }
    if (!reused) watch(tab, (complaint) => complaints.push(complaint))
    used.add(tab)
    return tab
  }

  return {
    closePages,
    async newPage(
      service,
      { path = '/', key = service.key, expected = [], origins = [], isNew = false, ...rest } = {},
    ) {
      const tab = await openTab(service.url, key, isNew, rest)
      tab.expected = expected
      tab.origins = [new URL(service.url).origin, ...origins]
      if (path !== null) await tab.page.goto(new URL(path, service.url).href)
      return tab.page
    },
  }
}

async function newContext(url: string, key: string | null, options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await sharedBrowser()
  // With reduced motion, because a click waits until its target stops moving.
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(actionTimeoutMs)
  if (key !== null) await signIn(context, url, key)
  return context
}

/** Leaves the page and clears its storage. Returns whether that worked: the service may have stopped. */
async function clean({ page, serviceUrl }: Tab): Promise<boolean> {
  await page.context().setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  try {
    await page.goto(new URL('/healthz', serviceUrl).href)
  } catch {
    return false
  }
  await page.evaluate('localStorage.clear(), sessionStorage.clear()')
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.mouse.move(0, 0)
  return true
}

/** Adds a session cookie to the context, like signing in on the page. */
async function signIn(context: BrowserContext, url: string, key: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/session`, { method: 'POST', headers, body: JSON.stringify({ key }) })
  const [, name = '', value = '', path = '/'] =
    /^(\w+)=([^;]+); Path=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
  if (!response.ok) throw new Error(`signing in failed with ${response.status}: ${await response.text()}`)
  const { hostname } = new URL(url)
  await context.addCookies([{ name, value, path, domain: hostname, httpOnly: true, sameSite: 'Strict' }])
}

function watch(tab: Tab, onComplaint: (complaint: string) => void): void {
  const noteComplaint = (complaint: string) => {
    if (!tab.expected.some((pattern) => pattern.test(complaint))) onComplaint(complaint)
  }
  tab.page.on('console', (message) => {
    const { url } = message.location()
    if (['error', 'warning'].includes(message.type()))
      noteComplaint(`console ${message.type()}: ${message.text()} (${url})`)
  })
  tab.page.on('pageerror', (error) => noteComplaint(`thrown: ${error.stack ?? error.message}`))
  tab.page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (!['data:', 'blob:'].includes(protocol) && !tab.origins.includes(origin))
      noteComplaint(`asked another origin: ${request.url()}`)
  })
}
