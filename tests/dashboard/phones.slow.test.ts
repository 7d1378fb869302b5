import { expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { commit } from '../profiles/profile-requests.ts'
import { createShare } from '../shares/share-requests.ts'
import { createProject } from './taught-profile.ts'

const service = useService('sqlite')
const browser = useBrowser()

/** A phone shows about 700 px between its bars. */
const firstPictureMax = 250

test('on a phone the first picture begins near the top of a page', async () => {
  const { id, frames } = await createProject(service, 'phones', 12)
  const exemplars = frames.slice(0, 6).map(({ url }, i) => ({ id: `e${i}`, url, label: i % 2 === 0 ? 'good' : 'bad' }))
  await commit(service, id, { id: 'v1', snapshot: { constraints: [], exemplars, comparisons: [] } })
  await service.call('POST', `/v1/profiles/${id}/annotations`, {
    body: { exemplars: [{ url: frames[6]?.url, label: 'good' }] },
  })
  const pictures = frames.slice(0, 4).map((frame) => ({ frameId: frame.id }))
  const { body: board } = await service.call('POST', '/v1/boards', {
    body: { profileId: id, name: 'Spring', pictures },
  })
  const ofProfile = ['/library', '', '/boards', `/boards/${board.id}`, '/score'].map((at) => `/profiles/${id}${at}`)
  const share = await createShare(service, { profileId: id, title: 'The spring selection for your review', frames })
  // Profiles come last: their cards show pictures that have been read.
  const paths = [...ofProfile, share.path, '/profiles']
  for (const path of paths) {
    const page = await browser.newPage(service, { path })
    await page.setViewportSize({ width: 390, height: 844 })
    const first = page.locator('main img').first()
    if (path.endsWith('/score')) await page.getByRole('button', { name: 'Use the library' }).click()
    await expect
      .poll(async () => (await first.boundingBox())?.y ?? Number.POSITIVE_INFINITY, { message: path })
      .toBeLessThan(firstPictureMax)
  }
})

test('on a phone a selection does not make the page wider', async () => {
  const { id } = await createProject(service, 'selection', 6)
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
  const page = await browser.newPage(service, { path: `/profiles/${id}/library`, ...phone })
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('region', { name: 'Selected pictures' }).waitFor()
  expect(await page.evaluate('[innerWidth, document.documentElement.scrollWidth]')).toEqual([390, 390])
})
