import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import { useService } from '../harness/use-service.ts'
import { type PictureHost, startPictureHost } from '../scoring/picture-host.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { look, lookAtDialog } from './look.ts'
import { createProject, paintNumber, pictureFile, stateOf } from './taught-profile.ts'

describe('several pictures of a result', () => {
  const service = useService('sqlite', loopbackAllowed)
  const browser = useBrowser()
  let host: PictureHost
  beforeAll(async () => {
    host = await startPictureHost()
    host.show('picture-73.png', { bytes: await paintNumber(73) })
  })
  afterAll(() => host?.close())

  const cards = (page: Page) => page.getByRole('list', { name: 'Ranked pictures' }).locator('[data-wall-item]')
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected pictures' })
  const tray = (page: Page) => page.getByRole('region', { name: 'Tray' })
  const inLibrary = async (projectId: string) => {
    const { body } = await service.call('GET', `/api/frames?projectId=${projectId}`)
    return (body.frames as readonly { name: string }[]).map(({ name }) => name).sort()
  }

  test('they are selected with clicks, keys and a drag as in the library, labelled, compared, shared and put into the tray', async () => {
    const { id } = await createProject(service, 'selecting', 6)
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Use the library' }).click()
    await page.getByRole('button', { name: 'Share 6' }).waitFor()
    const selected = () => page.locator('[data-wall-item][aria-pressed=true]').count()

    // The picture that is looked at begins the selection.
    await cards(page).nth(1).click()
    const why = page.getByRole('complementary', { name: /^Why:/ })
    await why.waitFor()
    expect(await bar(page).count()).toBe(0)
    await cards(page)
      .nth(3)
      .click({ modifiers: ['ControlOrMeta'] })
    await bar(page).getByText('2 selected').waitFor()
    await cards(page)
      .nth(5)
      .click({ modifiers: ['Shift'] })
    await bar(page).getByText('4 selected').waitFor()
    expect(await selected()).toBe(4)
    await page.getByRole('button', { name: 'Share 4' }).waitFor()
    await look(page, 'score-selected')
    // Escape ends the selection first, then closes the reasons.
    await page.keyboard.press('Escape')
    await bar(page).waitFor({ state: 'detached' })
    await why.waitFor()
    await page.keyboard.press('Escape')
    await why.waitFor({ state: 'detached' })

    const wall = (await page.getByRole('list', { name: 'Ranked pictures' }).boundingBox()) ?? fail()
    await page.mouse.move(wall.x + 5, wall.y + 5)
    await page.mouse.down()
    await page.mouse.move(wall.x + wall.width - 5, wall.y + wall.height - 5, { steps: 4 })
    await page.mouse.up()
    await bar(page).getByText('6 selected').waitFor()
    await bar(page).getByRole('button', { name: 'Clear' }).click()

    await cards(page).first().focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await bar(page).getByText('3 selected').waitFor()
    await page.keyboard.press('Shift+ArrowLeft')
    await bar(page).getByText('2 selected').waitFor()
    await page.keyboard.press('b')
    const labels = async () => (await stateOf(service, id)).exemplars.map(({ label }: { label: string }) => label)
    await expect.poll(labels).toEqual(['bad', 'bad'])
    await bar(page).getByRole('button', { name: 'No label' }).click()
    await expect.poll(labels).toEqual([])
    await bar(page).getByRole('button', { name: 'Side by side' }).click()
    const survey = page.getByRole('dialog', { name: '2 pictures side by side' })
    await survey.getByRole('button', { name: 'Good' }).click()
    await expect.poll(labels).toEqual(['good'])
    await page.keyboard.press('Escape')
    await survey.waitFor({ state: 'detached' })
    await bar(page).getByRole('button', { name: 'To the tray' }).click()
    await tray(page).getByText('2 in the tray').waitFor()

    // The same in the result when it is opened again.
    await page.reload()
    await expect.poll(() => cards(page).count()).toBe(6)
    await cards(page).first().focus()
    await page.keyboard.press('ControlOrMeta+a')
    await bar(page).getByText('6 selected').waitFor()
    await bar(page).getByRole('button', { name: 'To the tray' }).click()
    await tray(page).getByText('6 in the tray').waitFor()
  })

  test('what was only scored is stored in the library first, if the person agrees; the page says what it cannot store', async () => {
    const { id, projectId } = await createProject(service, 'storing', 0)
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('switch').focus()
    await page.keyboard.press(' ')
    const files = await Promise.all([71, 72].map((number) => pictureFile(number)))
    await page.locator('input[type=file]').first().setInputFiles(files)
    await expect.poll(() => cards(page).count()).toBe(2)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add URLs…' }).click()
    await page.getByRole('textbox').fill(host.url('picture-73.png'))
    await page.getByRole('button', { name: 'Add 1' }).click()
    await expect.poll(() => cards(page).count()).toBe(3)

    const all = async () => {
      await cards(page).first().focus()
      await page.keyboard.press('ControlOrMeta+a')
      await bar(page).getByText('3 selected').waitFor()
      await bar(page).getByRole('button', { name: 'To the tray' }).click()
    }
    await all()
    const dialog = page.getByRole('dialog', { name: 'Store 2 pictures in the library?' })
    await dialog.getByText('1 other picture cannot be stored').waitFor()
    await lookAtDialog(page, 'score-store')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect([await inLibrary(projectId), await tray(page).count()]).toEqual([[], 0])

    await all()
    await dialog.getByRole('button', { name: 'Store, and put into the tray' }).click()
    await tray(page).getByText('2 in the tray').waitFor()
    expect(await inLibrary(projectId)).toEqual(['picture-71.png', 'picture-72.png'])
    // They are stored now, and in the tray.
    await all()
    await page.getByText('1 picture stayed out of the tray: the page has').waitFor()
    expect(await dialog.count()).toBe(0)
    await tray(page).getByText('2 in the tray').waitFor()
  })

  test('on a phone, Select lets taps select, and the sheet with the reasons gives way to the selection', async () => {
    const { id } = await createProject(service, 'tapping', 3)
    const page = await browser.newPage(service, {
      path: `/profiles/${id}/score`,
      ...{ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
    })
    await page.getByRole('button', { name: 'Use the library' }).tap()
    await expect.poll(() => cards(page).count()).toBe(3)
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await cards(page).nth(0).tap()
    await cards(page).nth(2).tap()
    await bar(page).getByText('2 selected').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await look(page, 'score-selected-phone')
    await bar(page).getByRole('button', { name: 'To the tray' }).tap()
    await tray(page).getByText('2 in the tray').waitFor()
    // The bar stands above the tray, also on a tablet, and all tabs are in sight.
    for (const width of [390, 768]) {
      await page.setViewportSize({ width, height: 800 })
      const [above, below] = [await bar(page).boundingBox(), await tray(page).boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
      const tabs = page.getByRole('navigation', { name: 'Editorial' })
      expect([width, await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)]).toEqual([width, 0])
      await takeScreenshot(page, `score-tray-${width}`, { fullPage: false })
    }
    await page.setViewportSize({ width: 390, height: 800 })
    await bar(page).getByRole('button', { name: 'Clear' }).tap()
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await cards(page).nth(1).tap()
    await page.getByRole('complementary', { name: /^Why:/ }).waitFor()
  })
})

function fail(): never {
  throw new Error('there is no list')
}
