import type { BrowserContext } from 'playwright-core'

export interface SlowNetworkFigures {
  /** When the shape of the page appears. */
  readonly paintedMs: number
  /** When the scripts of the first page have loaded. */
  readonly scriptsMs: number
}

/** A first visit at 50 kB/s with a latency of 400 ms. */
export async function measureSlowNetwork(context: BrowserContext, url: string): Promise<SlowNetworkFigures> {
  const page = await context.newPage()
  const browser = await context.newCDPSession(page)
  await browser.send('Network.enable')
  await browser.send('Network.setCacheDisabled', { cacheDisabled: true })
  const throughput = 50 * 1024
  await browser.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400, downloadThroughput: throughput, uploadThroughput: throughput },
  })
  await page.goto(url, { waitUntil: 'load' })
  const figures = (await page.evaluate(`(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return {
      paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      scriptsMs: Math.max(...scripts.map(({ responseEnd }) => responseEnd)),
    }
  })()`)) as SlowNetworkFigures
  await page.close()
  return figures
}
