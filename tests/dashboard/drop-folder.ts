import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { paintNumber } from './taught-profile.ts'

/** A folder with two pictures, one of them nested, a file that is a picture only by name, and two other files. */
export async function writeFolder(folder: string): Promise<void> {
  const files = {
    'picture-50.png': await paintNumber(50),
    'spring/week-1/picture-51.png': await paintNumber(51),
    'spring/broken.png': 'no picture',
    'spring/notes.txt': 'no picture',
    '.DS_Store': '',
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** Drops the folder on the page, as from a file manager. The page says what it skips. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  await Promise.all([isSaid(page, 'Skipped 1 file in the folder: not a picture.'), drop(page, folder)])
}

async function drop(page: Page, folder: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  await session.detach()
}

/** Watches for the text inside the page from now on, because toasts disappear quickly. */
async function isSaid(page: Page, text: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => document.body.textContent.includes(${JSON.stringify(text)}) && resolve()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })`)
}
