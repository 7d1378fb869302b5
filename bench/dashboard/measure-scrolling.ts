import type { BrowserContext, Page } from 'playwright-core'

/** As fast as somebody looks through a wall. */
const pixelsPerSecond = 2000
const distance = 6000
/** A picture of the screen that comes later than this was missed at 60 a second. */
const lateMs = 25
const settledAfterMs = 3000

/** The share of the screen's pictures that come in time while the wall of a library scrolls, and that of a bare page. */
export interface ScrollFigures {
  readonly wall: number
  readonly bare: number
}

/** The bare page has the same thumbnails as images that the browser loads itself, and no script. */
export async function measureScrolling(
  context: BrowserContext,
  url: string,
  projectId: string,
): Promise<ScrollFigures> {
  const page = await context.newPage()
  await page.goto(url)
  await page.getByRole('list', { name: 'Pictures of the library' }).waitFor()
  await page.waitForTimeout(settledAfterMs)
  const wall = await scroll(page)
  const list = await context.request.get(new URL(`/api/frames?projectId=${projectId}`, url).href)
  const { frames } = (await list.json()) as { readonly frames: readonly { readonly id: string }[] }
  const images = frames.map(({ id }) => `<img loading="lazy" src="/api/frames/${id}/thumbnail">`)
  const body = `<style>img { width: 200px; height: 150px; margin: 4px }</style>${images.join('')}`
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(new URL('/bare', url).href)
  await page.waitForTimeout(settledAfterMs)
  const bare = await scroll(page)
  await page.close()
  return { wall, bare }
}

/** Returns the share of pictures in time. */
async function scroll(page: Page): Promise<number> {
  await page.evaluate(`(() => {
    window.intervals = []
    let last
    const next = (now) => {
      if (last !== undefined) intervals.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })()`)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Input.synthesizeScrollGesture', {
    ...{ x: 700, y: 600, yDistance: -distance, speed: pixelsPerSecond, gestureSourceType: 'mouse' },
  })
  const intervals = (await page.evaluate('window.intervals')) as number[]
  await browser.detach()
  return intervals.filter((interval) => interval < lateMs).length / intervals.length
}
