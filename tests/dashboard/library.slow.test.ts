import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { look, lookAtDialog } from './look.ts'
import {
  createProfile,
  createProject,
  pictureFile,
  stateOf,
  type UploadedFrame,
  uploadPicture,
} from './taught-profile.ts'

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
    await page.getByRole('searchbox', { name: 'Search names and tags' }).fill('picture-2')
    await expect.poll(() => cards(page).count()).toBe(1)
    await page.getByRole('searchbox', { name: 'Search names and tags' }).fill('')
    await page.getByRole('button', { name: 'Any Label' }).click()
    await page.getByRole('option', { name: 'Bad' }).click()
    await expect.poll(() => cards(page).count()).toBe(2)

    await page.getByRole('button', { name: 'Select all' }).click()
    await page.getByRole('button', { name: 'Teach from these' }).click()
    const image = page.locator('section[aria-label="One picture"] [data-state="ready"] > img')
    await expect.poll(() => image.getAttribute('src')).toContain(frames[5]?.id)
  })

  test('keys move, select, label and open; Ctrl+Z undoes also a bulk label; nothing moves when something is selected', async () => {
    const own = await createProject(service, 'keyboard', 8)
    const page = await browser.newPage(service, { path: `/profiles/${own.id}/library` })
    await expect.poll(() => cards(page).count()).toBe(8)
    const labels = async () =>
      (await stored(own.id))
        .map(({ url, label }: { url: string; label: string }) => {
          const number = own.frames.findIndex((frame) => frame.url === url)
          return `${number} ${label}`
        })
        .sort()
    const placeOf = () => cards(page).last().boundingBox()
    const before = await placeOf()

    await cards(page).first().focus()
    await page.keyboard.press('g')
    await expect.poll(labels).toEqual(['7 good'])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('3 selected').waitFor()
    await page.keyboard.press('Shift+ArrowLeft')
    await page.getByText('2 selected').waitFor()
    expect(await placeOf()).toEqual(before)
    await page.keyboard.press('b')
    await expect.poll(labels).toEqual(['5 bad', '6 bad', '7 good'])

    await page.keyboard.press('ControlOrMeta+a')
    await page.getByText('8 selected').waitFor()
    expect(await page.evaluate('String(getSelection())')).toBe('')
    await page.keyboard.press('g')
    await expect.poll(async () => (await labels()).length).toBe(8)
    await page.keyboard.press('ControlOrMeta+z')
    await page.getByText('Undone: Labelled 7 pictures good.').waitFor()
    await expect.poll(labels).toEqual(['5 bad', '6 bad', '7 good'])
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByText('8 selected').count()).toBe(0)
    await card(page, 7).focus()
    await page.keyboard.press('x')
    await expect.poll(labels).toEqual(['5 bad', '6 bad'])
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(labels).toEqual(['5 bad', '6 bad', '7 good'])
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(labels).toEqual(['7 good'])

    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'picture-7' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    const box = (await card(page, 4).boundingBox()) ?? fail()
    await page.mouse.dblclick(box.x + box.width / 2, box.y + 1)
    await page.getByRole('dialog', { name: 'picture-4' }).waitFor()
  })

  test('the full-screen view has a strip, goes on after a label and shows 100 %; selected pictures stand side by side', async () => {
    const own = await createProject(service, 'large', 5)
    const page = await browser.newPage(service, { path: `/profiles/${own.id}/library` })
    await card(page, 4).dblclick()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('1 of 5').waitFor()
    await page.keyboard.press('g')
    await page.getByRole('dialog', { name: 'picture-3' }).waitFor()
    await page.keyboard.press('b')
    await page.getByRole('dialog', { name: 'picture-2' }).waitFor()
    const strip = dialog.getByRole('list', { name: 'Pictures before and after' })
    await strip.getByRole('button', { name: 'picture-4, labelled good' }).click()
    await page.getByRole('dialog', { name: 'picture-4' }).waitFor()
    // A correction stays in sight.
    await page.keyboard.press('b')
    await dialog.getByText('Not good').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await dialog.getByText('Good', { exact: true }).first().waitFor()
    const image = dialog.getByRole('button', { name: 'picture-4: zoom to 100 %' })
    const scaleOf = async () => (await image.locator('span').getAttribute('style')) ?? ''
    expect(await scaleOf()).toBe('')
    await image.click()
    await expect.poll(scaleOf).toContain('scale')
    await page.keyboard.press('z')
    await expect.poll(scaleOf).not.toContain('scale')
    await lookAtDialog(page, 'library-full-screen')
    await dialog.getByText('Go on after a label').click()
    await page.keyboard.press('End')
    await page.getByRole('dialog', { name: 'picture-0' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('g')
    await dialog.getByText('Good', { exact: true }).first().waitFor()
    expect(await page.getByRole('dialog', { name: 'picture-1' }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    await card(page, 4).click()
    await card(page, 2).click({ modifiers: ['Shift'] })
    await page.keyboard.press(' ')
    const survey = page.getByRole('dialog', { name: '3 pictures side by side' })
    await survey.getByRole('listitem').first().waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('b')
    await expect
      .poll(async () => (await stored(own.id)).map(({ url, label }: { url: string; label: string }) => [url, label]))
      .toContainEqual([own.frames[2]?.url, 'bad'])
    await lookAtDialog(page, 'library-survey')
  })

  test('the size is remembered, pictures are sorted and found by tag, and a filter is kept as a view', async () => {
    const own = await createProject(service, 'views', 12)
    const [first] = own.frames
    await service.call('PATCH', '/api/frames', { body: { ids: [first?.id], add: ['campaign'] } })
    const path = `/profiles/${own.id}/library`
    const page = await browser.newPage(service, { path })
    const names = async () => (await cards(page).allTextContents()).map((text) => /picture-\d+/.exec(text)?.[0])
    await page.getByRole('button', { name: 'Newest first Sort' }).click()
    await page.getByRole('option', { name: 'Name' }).click()
    await expect.poll(names).toEqual(own.frames.map((_, number) => `picture-${number}`))
    const search = page.getByRole('searchbox', { name: 'Search names and tags' })
    await search.fill('CAMP')
    await expect.poll(names).toEqual(['picture-0'])
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save or delete views…' }).click()
    await page.keyboard.type('Campaign')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'View: Campaign' }).waitFor()
    await search.fill('')
    await expect.poll(async () => (await names()).length).toBe(12)

    const size = page.getByRole('slider', { name: 'Size' })
    const heightOf = async () => (await cards(page).first().boundingBox())?.height ?? 0
    const usual = await heightOf()
    await size.focus()
    await page.keyboard.press('Home')
    await expect.poll(heightOf).toBeLessThan(usual / 2)
    const small = await heightOf()
    await look(page, 'library-small')
    await page.goto(new URL(path, service.url).href)
    await expect.poll(heightOf).toBe(small)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Campaign' }).click()
    await expect.poll(names).toEqual(['picture-0'])
  })

  test('near-duplicates stack, one key keeps the best and rejects the rest, and similar pictures are found', async () => {
    const own = await createProfile(service, 'stacked', 'Stacked')
    const size = { width: 480, height: 320 }
    const scene = { mood: 'warm' as const, seed: 3, ...size }
    const again = await uploadPicture(service, 'stacked', 'again.webp', await repacked(await paint(scene)))
    const exact = await uploadPicture(service, 'stacked', 'exact.png', await paint(scene))
    await uploadPicture(service, 'stacked', 'sea.png', await paint({ mood: 'cold', seed: 4, ...size }))
    await uploadPicture(service, 'stacked', 'wall.png', await paint({ mood: 'grey', seed: 5, ...size }))
    const page = await browser.newPage(service, { path: `/profiles/${own}/library` })
    const names = async () => (await cards(page).allTextContents()).map((text) => /^[a-z]+/.exec(text)?.[0])
    await page.getByText('1 stack', { exact: true }).waitFor()
    await expect.poll(() => cards(page).count()).toBe(3)
    // The one with the better score, whichever that is.
    const [best, rest] = (await names()).includes('exact') ? [exact, again] : [again, exact]
    const [top, below] = [best, rest].map(({ name }) => name.split('.')[0])
    const closed = ['wall', 'sea', top]
    await expect.poll(names).toEqual(closed)
    await page.getByRole('button', { name: `Stack of 2 pictures under ${top}` }).click()
    await expect.poll(names).toEqual([...closed, below])
    await look(page, 'library-stack')
    await cards(page).nth(2).click()
    await page.keyboard.press('s')
    await expect.poll(names).toEqual(closed)
    await page.keyboard.press('k')
    const labels = async () =>
      (await stored(own)).map(({ url, label }: { url: string; label: string }) => `${url} ${label}`).sort()
    await expect.poll(labels).toEqual([`${best.url} good`, `${rest.url} bad`].sort())
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(labels).toEqual([])

    await page.getByRole('button', { name: 'More like this' }).click()
    await page.getByText(`Like ${top}`).waitFor()
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual([top, below])
    expect(await names()).toHaveLength(4)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(names).toEqual(closed)
    await page.getByText('1 stack', { exact: true }).click()
    await expect.poll(async () => (await names()).length).toBe(4)
  })

  test('a tap opens; with Select it selects', async () => {
    const page = await browser.newPage(service, {
      path: `/profiles/${id}/library`,
      ...{ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true },
    })
    await card(page, 5).tap()
    await page.getByRole('dialog', { name: 'picture-5' }).waitFor()
    await lookAtDialog(page, 'library-full-screen-phone')
    await page.getByRole('button', { name: 'Close' }).tap()
    await page.getByRole('button', { name: 'Select', exact: true }).tap()
    await card(page, 5).tap()
    await card(page, 3).tap()
    await page.getByText('2 selected').waitFor()
    await look(page, 'library-phone')
  })

  test('a drawing is converted, a quotation mark stays in its name, and a damaged picture is called damaged', async () => {
    const own = await createProject(service, 'files', 0)
    const page = await browser.newPage(service, {
      path: `/profiles/${own.id}/library`,
      expected: [/status of 415/],
    })
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="30" height="20"/></svg>'
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([
        { name: 'a "quoted" drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) },
        { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') },
        { name: 'broken.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg') },
      ])
    await page.getByText('This picture is damaged').waitFor()
    await page.getByText('This browser cannot draw this SVG file').waitFor()
    await expect.poll(() => cards(page).count()).toBe(1)
    const { body } = await service.call('GET', '/api/frames?projectId=files')
    expect(body.frames).toMatchObject([{ name: 'a "quoted" drawing.webp', width: 1024, height: 683 }])
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
    // The field has the focus.
    await page.keyboard.type('campaign')
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

/** The same pixels in another file. */
function repacked(png: Buffer): Promise<Buffer> {
  return sharp(png).webp({ lossless: true }).toBuffer()
}

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
