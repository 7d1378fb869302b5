import { Palate } from '@palate/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../harness/accessibility.ts'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { createShare } from '../shares/share-requests.ts'
import { look, lookAtDialog } from './look.ts'
import { createProject, stateOf, type UploadedFrame } from './taught-profile.ts'

describe('sharing', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  let id = ''
  let frames: readonly UploadedFrame[] = []
  beforeAll(async () => {
    ;({ id, frames } = await createProject(service, 'shared', 3))
    const exemplars = frames.map(({ url }, i) => ({ url, label: i === 2 ? 'bad' : 'good' }))
    await service.call('POST', `/v1/profiles/${id}/annotations`, { body: { exemplars } })
  })

  async function createLink(page: Page, title: string): Promise<string> {
    const dialog = page.getByRole('dialog', { name: 'Share a link' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
    await lookAtDialog(page, `share-${title.toLowerCase()}`)
    await dialog.getByRole('button', { name: 'Create link' }).click()
    const link = (await dialog.getByText(`${service.url}/share/`).textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Done' }).click()
    return link
  }

  test('a result is shared from Score, answered by a client without a key, and shown to the team', async () => {
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Use the library' }).click()
    await page.getByRole('button', { name: 'Share' }).click()
    const link = await createLink(page, 'Spring')

    const visitor = await browser.newPage(service, { path: link, key: null, viewport: { width: 390, height: 844 } })
    await visitor.getByRole('heading', { name: 'Spring' }).waitFor()
    const width = await visitor.evaluate('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    await look(visitor, 'shared-result-390')
    const first = visitor.locator('#picture-0')
    const name = (await first.locator('.name').textContent()) ?? ''
    await first.getByText('Approve', { exact: true }).click()
    const asked = visitor.getByRole('dialog', { name: 'Your name' })
    await asked.getByRole('textbox', { name: 'Your name' }).fill('Ann')
    await asked.getByRole('button', { name: 'Save', exact: true }).click()
    await first.getByText('Comment', { exact: true }).click()
    await first.getByRole('textbox', { name: `Comment on ${name}` }).fill('The cover, <b>please</b>')
    await first.getByRole('button', { name: 'Save comment' }).click()
    await visitor.locator('#picture-1').getByText('Reject', { exact: true }).click()
    await first.getByText('The cover, <b>please</b>').waitFor()
    await visitor.getByText('All saved').first().waitFor()
    await visitor.reload()
    await visitor.getByText('1 approved, 1 rejected, 1 open').waitFor()
    await look(visitor, 'shared-result-answered')
    await visitor.getByRole('button', { name: `Enlarge ${name}` }).click()
    await visitor.getByRole('dialog', { name: 'Full screen' }).waitFor()
    await expectAccessible(visitor)
    await visitor.keyboard.press('Escape')
    await expect.poll(() => visitor.getByRole('dialog').count()).toBe(0)

    await page.getByRole('link', { name: 'Reviews' }).first().click()
    await page.getByRole('row').filter({ hasText: 'Spring' }).getByText('3 new').waitFor()
    await page.getByRole('row').filter({ hasText: 'Spring' }).getByRole('link', { name: 'Editorial' }).click()
    await page.getByText('3 new').waitFor()
    await look(page, 'shares')
    await page.getByRole('link', { name: 'Spring' }).click()
    const card = page.getByRole('list', { name: 'Shared pictures' }).getByRole('listitem').filter({ hasText: name })
    await card.getByText('Approved').first().waitFor()
    await card.getByText('The cover, <b>please</b>').waitFor()
    await card.getByText('Ann,').waitFor()
    await card.getByRole('listitem').getByRole('img', { name: 'Ann', exact: true }).waitFor()
    await page.getByText('3 new answers since your last visit').waitFor()
    await look(page, 'share-answers')

    // Live: without a reload.
    await visitor.keyboard.press('Escape')
    await visitor.locator('#picture-2').getByText('Approve', { exact: true }).click()
    await page.getByText('2 approved', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Teach 2 approved, 1 rejected' }).click()
    await lookAtDialog(page, 'share-teach')
    await page.getByRole('dialog').getByRole('button', { name: 'Teach 3 pictures' }).click()
    await page.getByText('3 taught.').waitFor()
    const { exemplars } = await stateOf(service, id)
    const taught = exemplars.filter(({ source }: { source?: string }) => source === 'share')
    expect(taught.map(({ label, quote }: Record<string, string>) => [label, quote]).toSorted()).toEqual([
      ['bad', '“Spring”: rejected by Ann'],
      ['good', '“Spring”: approved by Ann'],
      ['good', '“Spring”: approved by Ann'],
    ])
    await page.getByRole('link', { name: 'See the effect and save' }).click()
    await page.getByText('From a share, “Spring”: rejected by Ann').first().waitFor()
  })

  test('a revoked link shows a friendly page', async () => {
    const { path } = await createShare(service, { profileId: id, title: 'Autumn', includeWorking: true })
    const page = await browser.newPage(service, { path: `/profiles/${id}/shares` })
    await page.getByRole('button', { name: 'Revoke Autumn' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked the link to Autumn.').waitFor()
    const visitor = await browser.newPage(service, { path, key: null, expected: [/status of 410/] })
    await visitor.getByRole('heading', { name: 'This link has ended' }).waitFor()
    await look(visitor, 'shared-ended')
  })

  test('the overview is shared, with its pictures', async () => {
    const { id, frames } = await createProject(service, 'shared-overview', 4)
    const add = (from: number, to: number) => {
      const exemplars = frames.slice(from, to).map(({ url }, i) => ({ url, label: i === 2 ? 'bad' : 'good' }))
      return service.call('POST', `/v1/profiles/${id}/annotations`, { body: { exemplars } })
    }
    await add(0, 3)
    await new Palate({ url: service.url, apiKey: service.key }).profiles.commit(id, { message: 'Saved' })
    // Not saved, so clients do not see it.
    await add(3, 4)
    const page = await browser.newPage(service, { path: `/profiles/${id}` })
    await page.getByRole('button', { name: 'Share' }).click()
    const link = await createLink(page, 'Taste')
    const visitor = await browser.newPage(service, { path: link, key: null })
    await visitor.getByRole('heading', { name: 'Liked', exact: true }).waitFor()
    await expect
      .poll(() =>
        visitor.evaluate(
          "[...document.images].filter((image) => image.naturalWidth > 0 && image.closest('.zoom')).length",
        ),
      )
      .toBe(3)
    await look(visitor, 'shared-overview')
  })
})
