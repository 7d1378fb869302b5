import type { Page } from 'playwright-core'
import { expectAccessible } from '../harness/accessibility.ts'
import { keepsDarkScreenshots, takeScreenshot } from '../harness/screenshots.ts'

/** Checks the page with axe in both themes and takes screenshots. */
export function look(page: Page, name: string): Promise<void> {
  return lookAt(page, name, undefined)
}

/** The same for the open dialog or menu, which makes everything else unreachable. */
export function lookAtDialog(page: Page, name: string): Promise<void> {
  return lookAt(page, name, '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
}

async function lookAt(page: Page, name: string, part: string | undefined): Promise<void> {
  const checked = part === undefined ? {} : { part }
  const fullPage = part === undefined
  await expectAccessible(page, checked)
  await takeScreenshot(page, name, { fullPage })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, { ...checked, colours: true })
  if (keepsDarkScreenshots) await takeScreenshot(page, `${name}-dark`, { fullPage })
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Navigates like the dashboard's own links, without a reload. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`)
}
