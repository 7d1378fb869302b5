import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { paintNumber } from './taught-profile.ts'

/** A folder with two pictures, one of them deep below, a file that only calls itself a picture, and two others. */
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

/** Drops the folder on the page, as a person does from a file manager. The page says what it leaves out. */
export async function dropFolder(page: Page, folder: string): Promise<void> {
  await Promise.all([isSaid(page, '1 file of the folder left out: no picture.'), drop(page, folder)])
}

async function drop(page: Page, folder: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [folder], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data })
  await session.detach()
}

/** The page itself looks for it, from now on: what it says in a corner is not shown for long. */
async function isSaid(page: Page, text: string): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const look = () => document.body.textContent.includes(${JSON.stringify(text)}) && resolve()
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })`)
}
