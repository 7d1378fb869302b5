/**
 * Makes the pictures of the README: two pages of the dashboard, with the demo's profiles.
 *
 *   node scripts/readme-pictures.ts [folder]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { inRepository } from '../build/plan.ts'
import { launchBrowser } from '../tests/harness/launch-browser.ts'

const folder = process.argv[2] ?? inRepository('docs/pictures')
const profile = 'Warm editorial'

const demo = spawn(process.execPath, [inRepository('packages/cli/bin/palate.js'), 'demo', '--wait'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await launchBrowser()
try {
  const link = await signInLink()
  const context = await browser.newContext({ viewport: { width: 1200, height: 780 }, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('link', { name: profile }).first().click()
  await page.getByText('How well it predicts you').waitFor()
  await save(page, 'overview')

  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 1200, height: 690 })
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('link', { name: 'First picks from the archive' }).first().click()
  await page.waitForURL(/history\/ver_/)
  await page.goto(`${page.url()}/roll-back`)
  await page.getByText('Largest move').waitFor()
  await save(page, 'roll-back')
} finally {
  await browser.close()
  demo.kill('SIGINT')
  await once(demo, 'exit')
}

/** The demo prints it after its tour. */
async function signInLink(): Promise<string> {
  for await (const line of createInterface({ input: demo.stdout })) {
    const link = /http:\S+#\S+/.exec(line)?.[0]
    if (link) return link
  }
  throw new Error('the demo printed no link')
}

async function save(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(3000)
  await sharp(await page.screenshot())
    .webp({ quality: 85 })
    .toFile(join(folder, `${name}.webp`))
}
