import type { BrowserContext } from 'playwright-core'

/** Starts when the keys are pressed, and ends with the first picture of the screen that has results. */
const watch = `(() => {
  window.opened = new Promise((resolve) => {
    const press = ({ key, timeStamp }) => {
      if (key !== 'k') return
      removeEventListener('keydown', press, true)
      const look = () => {
        if (!document.querySelector('[role=dialog] [role=option]')) return requestAnimationFrame(look)
        requestAnimationFrame((now) => resolve(now - timeStamp))
      }
      look()
    }
    addEventListener('keydown', press, true)
  })
})()`

/** How long ⌘K takes to show what one can go to, on a page that has settled. */
export async function measureOpening(context: BrowserContext, url: string, rounds: number): Promise<readonly number[]> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForTimeout(5000)
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    await page.evaluate(watch)
    await page.keyboard.press('Control+k')
    times.push((await page.evaluate('window.opened')) as number)
    await page.keyboard.press('Escape')
    await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  }
  await page.close()
  return times
}
