import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Request } from 'playwright-core'
import type { MeasuredPage } from './pages.ts'

/** A page has settled if nothing was loaded and nothing changed for this long. */
const quietMs = 400
const patienceMs = 30_000
/** Responses that never end. */
const stream = /\/events\/stream|[?&]follow=|\/v1\/events\?/

export interface PageFigures {
  readonly settledMs: number
  readonly longestTaskMs: number
  readonly shift: number
}

/** Records, in the page, its long tasks, its layout shifts and the time of its last change. */
const recorder = `
  window.bench = { longest: 0, shift: 0, changedAt: Date.now() }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) bench.longest = Math.max(bench.longest, duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) bench.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => { bench.changedAt = Date.now() })
    .observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
`

export async function measurePage(
  context: BrowserContext,
  url: string,
  measured: MeasuredPage,
  round: number,
): Promise<PageFigures> {
  const page = await context.newPage()
  await page.addInitScript(recorder)
  const running = new Set<Request>()
  let loadedAt = Date.now()
  const end = (request: Request) => {
    if (running.delete(request)) loadedAt = Date.now()
  }
  page.on('request', (request) => {
    if (!stream.test(request.url())) running.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  let startedAt = Date.now()
  const response = await page.goto(url + measured.path, { waitUntil: 'commit' })
  // A page of errors settles fast.
  if (!response?.ok()) throw new Error(`${measured.path} is ${response?.status()}`)
  if (measured.begin) {
    await measured.begin(page, round)
    startedAt = Date.now()
  }
  for (;;) {
    const { longest, shift, changedAt } = (await page.evaluate('window.bench')) as Recorded
    const lastAt = Math.max(loadedAt, changedAt)
    if ((running.size === 0 && Date.now() - lastAt > quietMs) || Date.now() - startedAt > patienceMs) {
      await page.close()
      return { settledMs: lastAt - startedAt, longestTaskMs: longest, shift }
    }
    await pause(50)
  }
}

interface Recorded {
  readonly longest: number
  readonly shift: number
  readonly changedAt: number
}
