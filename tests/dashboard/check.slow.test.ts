import { createHash } from 'node:crypto'
import { Palate } from '@palate/client'
import { checkPath } from '@palate/core/profile/checked-picture.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { eventually } from '../harness/eventually.ts'
import { useService } from '../harness/use-service.ts'
import { startPictureHost } from '../scoring/picture-host.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { look } from './look.ts'
import { createProject, paintNumber, stateOf } from './taught-profile.ts'

describe('the page that a gate links to', () => {
  const service = useService('sqlite', loopbackAllowed)
  const browser = useBrowser()
  const hashes: string[] = []
  let host: Awaited<ReturnType<typeof startPictureHost>>
  let id = ''
  let address = ''
  beforeAll(async () => {
    host = await startPictureHost()
    id = (await createProject(service, 'checked', 0)).id
    const pictures = await Promise.all([paintNumber(1), paintNumber(2)])
    hashes.push(...pictures.map((bytes) => createHash('sha256').update(bytes).digest('hex')))
    host.show('far.png', { bytes: await paintNumber(3) })
    address = host.url('far.png')
    const palate = new Palate({ url: service.url, apiKey: service.key })
    await palate.score({
      profile_id: id,
      dimensions: ['aesthetics'],
      frames: [...pictures.map((picture, i) => ({ id: `${i}`, picture })), { id: address, url: address }],
    })
    // They are stored shortly after the response.
    await eventually(async () => {
      const { frames } = await palate.frames.recent({ projectId: 'checked' })
      expect(frames).toHaveLength(3)
      for (const { thumbnail } of frames) await palate.frames.thumbnailAt(String(thumbnail))
    })
  })
  afterAll(() => host.close())

  const open = (members: { readonly picture: string; readonly before?: string; readonly name?: string }) =>
    browser.newPage(service, { path: checkPath({ profileId: id, name: '', dimension: 'aesthetics', ...members }) })
  const labels = async () => (await stateOf(service, id)).exemplars
  const isShown = async (page: Page, name: string) => {
    const image = page.getByRole('img', { name, exact: true })
    await image.waitFor()
    await expect
      .poll(() => image.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0)
  }

  test('shows a picture beside what it replaces, and one answer teaches the profile, until it is taken back', async () => {
    const [before = '', picture = ''] = hashes
    const page = await open({ picture, before, name: 'home page.png' })
    await page.getByRole('heading', { name: 'home page.png' }).waitFor()
    await isShown(page, 'Before')
    await isShown(page, 'Now')
    await look(page, 'teach-check')
    await page.getByRole('button', { name: 'This is wrong' }).click()
    await page.getByText('Thank you').waitFor()
    await expect.poll(labels).toMatchObject([{ label: 'bad', url: expect.stringMatching(/^frame:frm_/) }])
    const [{ url }] = await labels()
    const { frames } = (await service.call('GET', '/api/frames?projectId=checked')).body
    expect(frames).toMatchObject([{ url, name: 'home page.png' }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(labels).toEqual([])
    await page.getByRole('button', { name: 'This is fine' }).click()
    await expect.poll(labels).toMatchObject([{ label: 'good', url }])
    await page.getByRole('link', { name: 'Commit it' }).click()
    await page.waitForURL(/\/history\/uncommitted$/)
  })

  test('shows what the service keeps of a picture at an address, and labels the address', async () => {
    const page = await open({ picture: address })
    await isShown(page, 'The picture')
    await page.getByRole('button', { name: 'This is fine' }).click()
    await expect.poll(labels).toContainEqual(expect.objectContaining({ label: 'good', url: address }))
  })

  test('teaches nothing about a picture that the service has no more, and says so', async () => {
    const taught = await labels()
    const gone = '0'.repeat(64)
    const page = await browser.newPage(service, {
      path: checkPath({ profileId: id, picture: gone, name: 'gone.png', dimension: 'aesthetics' }),
      expected: [/404/],
    })
    await page.getByRole('img', { name: 'The picture: no picture' }).waitFor()
    await page.getByRole('button', { name: 'This is wrong' }).click()
    await page.getByRole('alert').waitFor()
    expect(await labels()).toEqual(taught)
    expect(await page.getByText('Thank you').count()).toBe(0)
    await page.goto(new URL(`/profiles/${id}/teach/check`, service.url).href)
    await page.getByText('This link is incomplete').waitFor()
  })
})
