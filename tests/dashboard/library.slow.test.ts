import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { look, lookAtDialog } from './look.ts'
import { createProfile, createProject, pictureFile, stateOf, type UploadedFrame } from './taught-profile.ts'

describe('the library and the first pictures', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  const stored = async (id: string) => (await stateOf(service, id)).exemplars
  let frames: readonly UploadedFrame[] = []
  let id = ''
  beforeAll(async () => {
    ;({ id, frames } = await createProject(service, 'library', 6))
  })

  const cards = (page: Page) => page.getByRole('list', { name: 'Pictures of the library' }).locator('[data-wall-item]')
  const card = (page: Page, number: number) => cards(page).filter({ hasText: `picture-${number}` })

  test('pictures are found by name, selected with clicks, Shift and a drag, labelled at once, and picked for teaching', async () => {
    const page = await browser.newPage(service, { path: `/profiles/${id}/library` })
    await expect.poll(() => cards(page).count()).toBe(6)
    await card(page, 5).click()
    await card(page, 3).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await card(page, 4).click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('2 selected').waitFor()
    await look(page, 'library')
    await page.getByRole('button', { name: 'Bad' }).click()
    await expect
      .poll(async () => (await stored(id)).map(({ url, label }: { url: string; label: string }) => `${url} ${label}`))
      .toEqual([5, 3].map((number) => `${frames[number]?.url} bad`))

    const wall = (await page.getByRole('list', { name: 'Pictures of the library' }).boundingBox()) ?? fail()
    await page.mouse.move(wall.x + 5, wall.y + 5)
    await page.mouse.down()
    await page.mouse.move(wall.x + wall.width - 5, wall.y + wall.height - 5, { steps: 4 })
    await page.mouse.up()
    await page.getByText('6 selected').waitFor()

    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('picture-2')
    await expect.poll(() => cards(page).count()).toBe(1)
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('')
    await page.getByRole('button', { name: 'Any Label' }).click()
    await page.getByRole('option', { name: 'Bad' }).click()
    await expect.poll(() => cards(page).count()).toBe(2)

    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Teach from these' }).click()
    const image = page.locator('section[aria-label="One picture"] [data-state="ready"] > img')
    await expect.poll(() => image.getAttribute('src')).toContain(frames[5]?.id)
  })

  test('pictures that pass by while scrolling fast load small, and those that stay load sharp', async () => {
    const tall = await createProject(service, 'tall', 50)
    const page = await browser.newPage(service, {
      path: null,
      viewport: { width: 390, height: 600 },
      deviceScaleFactor: 2,
    })
    const small = new Set<string>()
    const sharp = new Set<string>()
    page.on('request', (request) => {
      const [, frame, query] = /frames\/(\w+)\/thumbnail(.*)/.exec(request.url()) ?? []
      if (frame !== undefined) (query === '' ? small : sharp).add(frame)
    })
    await page.goto(`${service.url}/profiles/${tall.id}/library`)
    await expect.poll(() => sharp.size).toBeGreaterThan(0)
    await page.evaluate(scrollFast)
    const oldest = tall.frames.slice(0, 2).map((frame) => frame.id)
    await expect.poll(() => oldest.filter((frame) => !sharp.has(frame))).toEqual([])
    expect([...small].filter((frame) => !sharp.has(frame))).not.toEqual([])
  })

  test('tags are added to the selected pictures, found again, and removed', async () => {
    const tagged = await createProject(service, 'tagged', 3)
    const page = await browser.newPage(service, { path: `/profiles/${tagged.id}/library` })
    await card(page, 1).click()
    await card(page, 2).click({ modifiers: ['ControlOrMeta'] })
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Tags of 2 pictures' })
    await dialog.getByRole('combobox', { name: 'Tag' }).fill('campaign')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByRole('button', { name: 'Remove “campaign”' }).waitFor()
    await lookAtDialog(page, 'library-tags')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByRole('button', { name: 'Any Tag' }).click()
    await page.getByRole('option', { name: 'campaign' }).click()
    await expect.poll(() => cards(page).count()).toBe(2)
    await look(page, 'library-tagged')
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Tag', exact: true }).click()
    await dialog.getByRole('button', { name: 'Remove “campaign”' }).click()
    await page.getByText('No pictures found').waitFor()
    const { body } = await service.call('GET', '/api/frames?projectId=tagged')
    expect(body.frames.filter(({ tags }: { tags?: string[] }) => tags !== undefined)).toEqual([])
  })

  test('deleting keeps the pictures that a profile learned from', async () => {
    const other = await createProject(service, 'deleting', 2)
    const exemplars = [{ url: other.frames[0]?.url, label: 'good' }]
    await service.call('POST', `/v1/profiles/${other.id}/annotations`, { body: { exemplars } })
    const page = await browser.newPage(service, { path: `/profiles/${other.id}/library`, expected: [/status of 409/] })
    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => cards(page).count()).toBe(1)
    const { body } = await service.call('GET', '/api/frames?projectId=deleting')
    expect(body.frames.map((frame: UploadedFrame) => frame.id)).toEqual([other.frames[0]?.id])
  })

  test('two bins label the first pictures; a camera file is shrunk, and what cannot be opened is explained without a retry', async () => {
    const fresh = await createProfile(service, 'bins', 'Fresh')
    const page = await browser.newPage(service, { path: `/profiles/${fresh}/start` })
    const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#a63' } })
      .jpeg()
      .toBuffer()
    const inputs = page.locator('input[type=file]')
    await inputs.first().setInputFiles([{ name: 'camera.jpg', mimeType: 'image/jpeg', buffer: large }])
    await page.getByText(/Shrunk 1 large picture to 2,048 pixels/).waitFor()
    await inputs
      .nth(1)
      .setInputFiles([
        await pictureFile(80),
        { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') },
      ])
    await page.getByText('This browser cannot open HEIC pictures.').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await expect
      .poll(async () => (await stored(fresh)).map(({ label }: { label: string }) => label))
      .toEqual(['good', 'bad'])
    const { body } = await service.call('GET', '/api/frames?projectId=bins')
    expect(body.frames.map(({ name, width }: { name: string; width: number }) => [name, width])).toEqual([
      ['picture-80.png', 96],
      ['camera.jpg', 2048],
    ])
    await look(page, 'start')
  })
})

function fail(): never {
  throw new Error('there is no list')
}

/** To the end of the page in a second. Runs in the page. */
const scrollFast = `new Promise((resolve) => {
  const startedAt = performance.now()
  const height = document.documentElement.scrollHeight
  const step = () => {
    const part = (performance.now() - startedAt) / 1000
    window.scrollTo(0, part * height)
    part < 1 ? requestAnimationFrame(step) : resolve()
  }
  step()
})`
