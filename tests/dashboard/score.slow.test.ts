import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { commit } from '../profiles/profile-requests.ts'
import { type PictureHost, startPictureHost } from '../scoring/picture-host.ts'
import { paint } from '../scoring/pictures.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { dropFolder, writeFolder } from './drop-folder.ts'
import { look } from './look.ts'
import {
  createProject,
  paintNumber,
  pictureFile,
  stateOf,
  type UploadedFrame,
  uploadPicture,
} from './taught-profile.ts'

/** The names of the pictures in page order. */
async function namesIn(page: Page, list: string): Promise<readonly string[]> {
  const cards = page.getByRole('list', { name: list }).locator('[data-wall-item]')
  return (await cards.allTextContents()).map((text) => /picture-\d+/.exec(text)?.[0] ?? text)
}

/** Pages name pictures without the ending of the file. */
function nameOf(frame: UploadedFrame | undefined): string {
  return frame?.name.replace('.png', '') ?? ''
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function saved(page: Page, item: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), choose(page, item)])
  return readFileSync(await download.path(), 'utf8')
}

describe('scoring', () => {
  const service = useService('sqlite', loopbackAllowed)
  const browser = useBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'palate-folder-'))
  let host: PictureHost
  beforeAll(async () => {
    host = await startPictureHost()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await host?.close()
  })

  /** The frames as the service ranks them, best first. */
  async function ranking(frames: readonly UploadedFrame[], target: object) {
    const request = frames.map(({ id, url }) => ({ id, url }))
    const { body } = await service.call('POST', '/v1/score', {
      body: { ...target, dimensions: ['aesthetics', 'likeness', 'usability'], frames: request },
    })
    const scores = body.scores as readonly { frame_id: string; aesthetics: number }[]
    return scores
      .map((score) => ({ ...score, name: nameOf(frames.find(({ id }) => id === score.frame_id)) }))
      .sort((a, b) => b.aesthetics - a.aesthetics)
  }

  test('a verdict shows the three closest judged pictures, and how they were judged', async () => {
    const { id, frames } = await createProject(service, 'closest', 8)
    // Warm pictures are good, cold and grey ones bad.
    const exemplars = frames
      .slice(0, 6)
      .map(({ url }, i) => ({ id: `e${i}`, url, label: i % 3 === 0 ? ('good' as const) : ('bad' as const) }))
    await commit(service, id, { id: 'v1', snapshot: { constraints: [], exemplars, comparisons: [] } })
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Use the library' }).click()
    await page.locator('[data-wall-item]', { hasText: 'picture-6' }).click()
    const why = page.getByRole('complementary', { name: 'Why: picture-6' })
    await why.getByRole('heading', { name: 'Closest judged pictures' }).waitFor()
    const closest = why.getByRole('img', { name: /^Judged picture/ })
    await expect
      .poll(() => closest.evaluateAll((images) => images.map((image) => image.getAttribute('alt'))))
      .toEqual(['Judged picture 1, good', 'Judged picture 2, good', 'Judged picture 3, bad'])
  })

  test('files are stored and ranked, with a threshold, reasons, labels, a link to the results, and reports', async () => {
    const { id, projectId } = await createProject(service, 'gallery', 0)
    const page = await browser.newPage(service, { path: `/profiles/${id}/score`, expected: [/status of 415/] })
    await page.getByRole('heading', { name: 'Drop pictures, a folder or URLs here' }).waitFor()
    await look(page, 'score-empty')
    const numbers = [30, 31, 32, 33, 34]
    const files = await Promise.all(numbers.map((number) => pictureFile(number)))
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([...files, await notAPicture()])
    await page.getByText('notes.png').waitFor()
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toHaveLength(5)
    const { body } = await service.call('GET', `/api/frames?projectId=${projectId}`)
    const expected = await ranking(body.frames, { profile_id: id })
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toEqual(expected.map(({ name }) => name))

    await page.getByText('at 50 % or above').waitFor()
    await page.getByRole('slider', { name: 'Threshold' }).focus()
    await page.keyboard.press('Home')
    await expect.poll(() => page.url()).toContain('min=0')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toContain('min=0.11')
    const chart =
      (await page.getByRole('region', { name: 'Distribution of aesthetics' }).locator('svg').first().boundingBox()) ??
      fail()
    await page.mouse.move(chart.x + chart.width * 0.2, chart.y + 10)
    await page.mouse.down()
    await page.mouse.move(chart.x + chart.width * 0.75, chart.y + 10)
    await page.mouse.up()
    await expect.poll(() => page.url()).toContain('min=0.75')
    const above = expected.filter(({ aesthetics }) => aesthetics >= 0.75).length
    await page.getByText(`${above} of 5 at 75 % or above`).waitFor()

    await page.locator('[data-wall-item]').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const why = page.getByRole('complementary', { name: `Why: ${expected[1]?.name}` })
    await why.getByRole('listitem').first().waitFor()
    await why.getByText(/^(Passes|Needs work|Fails)$/).waitFor()
    await why.getByText(/suits? this taste$|It could go either way$/).waitFor()
    expect(await why.getByText(/% sure/).count()).toBe(0)
    // The reasons follow the arrow keys, and Escape closes them.
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('complementary', { name: `Why: ${expected[0]?.name}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.locator('[data-wall-item]').nth(1).click()
    await why.getByRole('listitem').first().waitFor()
    await page.keyboard.press('b')
    await expect
      .poll(async () => (await stateOf(service, id)).exemplars)
      .toMatchObject([{ frameId: expected[1]?.frame_id, label: 'bad' }])
    await look(page, 'score-gallery')
    await page.keyboard.press('b')
    await expect.poll(async () => (await stateOf(service, id)).exemplars).toEqual([])

    // What moved the score follows the verdict, and what has no name is never the first.
    await why.getByText('Everything that moved the score').click()
    expect(await why.getByRole('group').getByRole('listitem').first().textContent()).not.toMatch(/^Other reasons/)
    await why.getByText('Show which parts count').click()
    await why.getByText('Striped parts lower the score, plain ones raise it.').waitFor()
    await why.locator('svg rect[data-direction]').first().waitFor({ state: 'attached' })
    await look(page, 'score-regions')
    await why.getByText('Show which parts count').click()
    await why.locator('svg rect[data-direction]').first().waitFor({ state: 'detached' })

    const rows = expected.map(
      ({ name, frame_id, aesthetics, ...others }, i) =>
        `${i + 1},${name}.png,frame:${frame_id},${aesthetics},${Reflect.get(others, 'likeness')},${Reflect.get(others, 'usability')},`,
    )
    const head = 'rank,name,address,aesthetics,likeness,usability,error'
    expect(await saved(page, 'Save as CSV')).toBe([head, ...rows, ''].join('\r\n'))
    const report = await saved(page, 'Save a report for a client')
    expect(report).toContain('<title>Editorial</title>')
    expect(report.match(/<img src="data:image\/webp;base64,/g)).toHaveLength(5)
    expect(report).toContain('<dt>Threshold</dt><dd>75 %: ')
    expect(report).not.toMatch(/frm_|prof_|T\d\d:\d\d|0\.\d{4}/)

    await page.reload()
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toEqual(expected.map(({ name }) => name))
  })

  test('two profiles rank the same pictures side by side, one of them pinned', async () => {
    const { id, frames } = await createProject(service, 'sides', 4)
    const other = await service.call('POST', '/v1/profiles', {
      body: { projectId: 'sides', name: 'Campaign', seed: 'dark, cold, cluttered' },
    })
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Use the library' }).click()
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toHaveLength(4)
    await page.getByRole('button', { name: 'Compare with' }).click()
    await page.getByRole('option', { name: 'Profile Campaign' }).click()
    const [pinned, beside] = [
      await ranking(frames, { profile_id: id }),
      await ranking(frames, { profile_id: other.body.id }),
    ]
    const namesOf = (ranked: readonly { name: string }[]) => ranked.map(({ name }) => name)
    await expect.poll(() => namesIn(page, 'Ranked by Profile Campaign')).toEqual(namesOf(beside))
    await expect.poll(() => namesIn(page, 'Ranked by main, latest version')).toEqual(namesOf(pinned))
    await look(page, 'score-sides')
    await page.goBack()
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toEqual(namesOf(pinned))
  })

  test('a batch shows its progress and its failures with the reason, and files that are not kept leave nothing behind', async () => {
    const { id } = await createProject(service, 'batch', 0)
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    const gate = Promise.withResolvers<void>()
    await page.route('**/v1/score/batch', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.getByRole('switch').focus()
    await page.keyboard.press(' ')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([await pictureFile(40)])
    await page.getByRole('progressbar', { name: 'Scored 0 of 1' }).waitFor()
    gate.resolve()
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toEqual(['picture-40'])
    await choose(page, 'Add URLs…')
    await page.getByRole('textbox').fill('http://10.0.0.1/private.png')
    await page.getByRole('button', { name: 'Add 1' }).click()
    await page.getByRole('heading', { name: '1 picture could not be scored' }).waitFor()
    await page.getByText('private.png').waitFor()
    await look(page, 'score-failures')
    const { body } = await service.call('GET', '/api/frames?projectId=batch')
    expect(body.frames).toEqual([])
    // A label needs a stored picture.
    await page.getByRole('button', { name: 'Good: picture-40' }).click()
    await expect.poll(async () => (await stateOf(service, id)).exemplars).toMatchObject([{ label: 'good' }])
    const kept = await service.call('GET', '/api/frames?projectId=batch')
    expect(kept.body.frames).toMatchObject([{ name: 'picture-40.png' }])
  })

  test('a dropped folder is scored with its subfolders, and files that are not pictures are named or counted', async () => {
    const { id } = await createProject(service, 'folder', 0)
    const page = await browser.newPage(service, { path: `/profiles/${id}/score`, expected: [/status of 415/] })
    await page.getByRole('heading', { name: 'Drop pictures, a folder or URLs here' }).waitFor()
    await writeFolder(folder)
    await dropFolder(page, folder)
    await page.getByText('broken.png').waitFor()
    await expect
      .poll(async () => (await namesIn(page, 'Ranked pictures')).toSorted())
      .toEqual(['picture-50', 'picture-51'])
  })

  test('the whole library is scored and filtered; a wide picture keeps its shape, and a narrow window shows the reasons as a sheet', async () => {
    const { id, projectId } = await createProject(service, 'shapes', 3)
    await uploadPicture(service, projectId, 'wide.png', await paint({ mood: 'warm', seed: 9, width: 900, height: 300 }))
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Use the library' }).click()
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toHaveLength(4)
    const wide = page.locator('[data-wall-item]', { hasText: 'wide' }).locator('img')
    await expect
      .poll(async () => {
        const { width = 0, height = 1 } = (await wide.boundingBox()) ?? {}
        return Math.round((10 * width) / height)
      })
      .toBe(30)
    expect(await wide.getAttribute('srcset')).toMatch(/thumbnail 256w, .*size=512 512w, .*size=1024 1024w$/)

    await page.getByRole('button', { name: 'Good: wide' }).click()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Without a label' }).click()
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toHaveLength(3)
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'All', exact: true }).click()

    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('[data-wall-item]').first().click()
    const sheet = page.getByRole('complementary')
    await sheet.getByText(/^(Passes|Needs work|Fails)$/).waitFor()
    const box = (await sheet.boundingBox()) ?? fail()
    expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 390, 844])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await look(page, 'score-narrow')
  })

  test('a stopped batch is cancelled, keeps its scores, says how many pictures are left, and can be continued', async () => {
    const { id } = await createProject(service, 'stopped', 0)
    host.show('picture-60.png', { bytes: await paintNumber(60) })
    // Held until the test releases it.
    host.gather(
      'picture-61.png',
      Array.from({ length: 1000 }, () => Buffer.alloc(0)),
    )
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Add URLs' }).click()
    await page.getByRole('textbox').fill([60, 61].map((number) => host.url(`picture-${number}.png`)).join('\n'))
    await page.getByRole('button', { name: 'Add 2' }).click()
    await page.getByRole('progressbar', { name: /^Scored 1 of 2/ }).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped. 1 picture was not scored.').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
    await expect.poll(() => namesIn(page, 'Ranked pictures')).toEqual(['picture-60'])
    const batchId = new URL(page.url()).searchParams.get('batch')
    const status = async () => (await service.call('GET', `/v1/score/batch/${batchId}`)).body.status
    await expect.poll(status).toBe('canceled')

    host.gather('picture-61.png', [await paintNumber(61)])
    await page.getByRole('button', { name: 'Score the remaining pictures' }).click()
    await expect
      .poll(async () => (await namesIn(page, 'Ranked pictures')).toSorted())
      .toEqual(['picture-60', 'picture-61'])
    expect(await page.getByText('Stopped.').count()).toBe(0)
  })

  test('a batch stopped before its id is known is cancelled when the id arrives', async () => {
    const { id } = await createProject(service, 'stopped-early', 0)
    // Never released, so the batch would not end on its own.
    host.gather(
      'picture-62.png',
      Array.from({ length: 1000 }, () => Buffer.alloc(0)),
    )
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    const gate = Promise.withResolvers<void>()
    await page.route('**/v1/score/batch', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Add URLs' }).click()
    await page.getByRole('textbox').fill(host.url('picture-62.png'))
    await page.getByRole('button', { name: 'Add 1' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped. 1 picture was not scored.').waitFor()
    gate.resolve()
    const statuses = async () => {
      const { body } = await service.call('GET', '/v1/score/batch')
      return body.batches.flatMap((one: { profile_id: string; status: string }) =>
        one.profile_id === id ? one.status : [],
      )
    }
    await expect.poll(statuses).toEqual(['canceled'])
    await page.unroute('**/v1/score/batch')
  })
})

async function notAPicture() {
  return { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
}

function fail(): never {
  throw new Error('there is no chart')
}
