import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { look, lookAtDialog } from '../dashboard/look.ts'
import { createProject } from '../dashboard/taught-profile.ts'
import { expectAccessible } from '../harness/accessibility.ts'
import { useBrowser } from '../harness/browser.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import { useService } from '../harness/use-service.ts'
import { createShare } from './share-requests.ts'

describe('the page of a share', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  let profileId = ''
  let frames: readonly { readonly id: string; readonly url: string }[] = []
  beforeAll(async () => {
    const project = await createProject(service, 'reviewed', 4)
    profileId = project.id
    frames = project.frames.map(({ id, url }) => ({ id, url }))
  })
  const share = (title: string) => createShare(service, { profileId, title, frames })
  const answersOf = async (id: string) => (await service.call('GET', `/v1/shares/${id}`)).body
  const visit = (path: string, options: object = {}): Promise<Page> =>
    browser.newPage(service, { path, key: null, ...options })
  const giveName = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name: 'Your name' })
    await dialog.getByRole('textbox', { name: 'Your name' }).fill(name)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  }

  test('each click is saved at once, the name is asked once, and a second visitor overwrites nobody', async () => {
    const { id, path } = await share('Clicks')
    const page = await visit(path)
    await page.getByText('0 of 4', { exact: true }).waitFor()
    const first = page.locator('#picture-0')
    await first.getByText('Approve', { exact: true }).click()
    await page.getByText('All saved').first().waitFor()
    expect((await answersOf(id)).answers).toMatchObject([{ picture: 0, decision: 'approve' }])
    await lookAtDialog(page, 'review-name')
    await giveName(page, 'Ann Lee')
    await page.getByText('All saved').first().waitFor()
    await page.locator('#picture-1').getByText('Reject', { exact: true }).click()
    await page.getByText('2 of 4', { exact: true }).waitFor()
    await page.getByText('1 approved, 1 rejected, 2 open').waitFor()
    await first.getByText('Comment', { exact: true }).click()
    await first.getByRole('textbox').fill('Warmer <b>light</b>')
    await first.getByRole('button', { name: 'Save comment' }).click()
    await first.getByText('Warmer <b>light</b>').waitFor()
    await expect.poll(async () => (await answersOf(id)).answers.length).toBe(3)
    await first.getByText('AL ✓').waitFor()
    await look(page, 'review-clicked')
    // A second click takes a decision back, another decision replaces it.
    const second = page.locator('#picture-1')
    const decisions = async () =>
      (await answersOf(id)).answers.flatMap((one: { picture: number; decision?: string }) =>
        one.picture === 1 && one.decision ? [one.decision] : [],
      )
    await second.getByText('Reject', { exact: true }).click()
    await page.getByText('1 of 4', { exact: true }).waitFor()
    expect(await second.getByRole('radio', { name: 'Reject' }).isChecked()).toBe(false)
    await expect.poll(decisions).toEqual(['undecided'])
    await page.reload()
    await page.getByText('1 of 4', { exact: true }).waitFor()
    await second.getByText('Approve', { exact: true }).click()
    await second.getByText('Reject', { exact: true }).click()
    await page.getByText('2 of 4', { exact: true }).waitFor()
    await expect.poll(decisions).toEqual(['reject'])
    await page.getByText('All saved').first().waitFor()
    await page.reload()
    await page.getByText('2 of 4', { exact: true }).waitFor()
    expect(await first.getByRole('radio', { name: 'Approve' }).isChecked()).toBe(true)

    const other = await visit(path)
    await other.locator('#picture-0').getByText('Reject', { exact: true }).click()
    await giveName(other, 'Bo')
    await other.getByText('All saved').first().waitFor()
    await page.reload()
    for (const [who, mark] of [
      ['Ann Lee approves', 'AL ✓'],
      ['Bo rejects', 'B ✗'],
    ] as const) {
      await first.getByText(mark).waitFor()
      expect(await first.locator('.votes').textContent()).toContain(who === 'Ann Lee approves' ? 'You approve' : who)
    }
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('You approved 1 and rejected 1; 2 are open.', { exact: false }).waitFor()
    await expectAccessible(page)
    const { reviewers } = await answersOf(id)
    expect(reviewers.map(({ name, completedAt }: Record<string, string>) => [name, completedAt !== undefined])).toEqual(
      [
        ['Ann Lee', true],
        ['Bo', false],
      ],
    )
  })

  test('in full screen the keyboard does everything, and a comment is about a spot', async () => {
    const { id, path } = await share('Keys')
    const page = await visit(path, { viewport: { width: 1440, height: 900 } })
    await page.getByRole('button', { name: 'Full screen' }).click()
    const viewer = page.getByRole('dialog', { name: 'Full screen' })
    await page.keyboard.press('a')
    await giveName(page, 'Ann')
    await viewer.getByText('1 of 4 decided').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('r')
    await viewer.getByText('2 of 4 decided').waitFor()
    expect(await viewer.getByRole('button', { name: 'Reject' }).getAttribute('aria-pressed')).toBe('true')
    await viewer.locator('.pins').click({ position: { x: 30, y: 40 } })
    await viewer.getByRole('textbox', { name: 'Comment' }).fill('A hair here')
    await page.keyboard.press('Control+Enter')
    await viewer.locator('.comments').getByText('A hair here').waitFor()
    await expect.poll(() => viewer.locator('.pin').count()).toBe(1)
    await takeScreenshot(page, 'review-viewer-1440', { fullPage: false })
    await expectAccessible(page, { part: 'dialog[open]' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, { part: 'dialog[open]', colours: true })
    await page.emulateMedia({ colorScheme: 'light' })
    const { answers } = await answersOf(id)
    expect(
      answers.map(({ picture, decision, comment }: Record<string, unknown>) => [picture, decision, comment]),
    ).toEqual([
      [0, 'approve', undefined],
      [1, 'reject', undefined],
      [1, undefined, 'A hair here'],
    ])
    expect(answers[2].pin).toEqual({ x: expect.any(Number), y: expect.any(Number) })
    const shown = viewer.locator('.fit img')
    await expect
      .poll(() =>
        shown.evaluate(
          (image: { complete: boolean; naturalWidth: number }) => image.complete && image.naturalWidth > 0,
        ),
      )
      .toBe(true)
    expect(await shown.evaluate((image: { currentSrc: string }) => image.currentSrc)).toContain('size=full')
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height })
      await takeScreenshot(page, `review-viewer-${width}`, { fullPage: false })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect((await shown.boundingBox())?.height).toBeGreaterThan(150)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect.poll(() => viewer.count()).toBe(0)
  })

  test('what cannot be saved is tried again, and said', async () => {
    const { id, path } = await share('Offline')
    const page = await visit(path, { expected: [/ERR_INTERNET_DISCONNECTED/] })
    await page.locator('#picture-0').getByText('Approve', { exact: true }).click()
    await giveName(page, 'Ann')
    await page.getByText('All saved').first().waitFor()
    await page.context().setOffline(true)
    await page.locator('#picture-1').getByText('Approve', { exact: true }).click()
    await page.locator('#picture-1').getByText('Reject', { exact: true }).click()
    await page.getByText('Not saved yet. Trying again…').first().waitFor()
    await page.context().setOffline(false)
    await page.getByText('All saved').first().waitFor()
    await expect
      .poll(async () => (await answersOf(id)).answers.map(({ decision }: { decision: string }) => decision))
      .toEqual(['approve', 'reject'])
  })

  test('without a script the form does it, and asks nothing of the others', async () => {
    const { id, path } = await share('Plain')
    const page = await visit(path, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.locator('#picture-0').getByRole('radio', { name: 'Approve' }).check()
    await page.locator('#picture-1').getByRole('radio', { name: 'Reject' }).check()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Cy')
    await page.getByRole('button', { name: 'Send, and I am done' }).click()
    await page.getByText('Your answers were sent').waitFor()
    await page.locator('#picture-0').getByText('C ✓').waitFor()
    await takeScreenshot(page, 'review-without-script-390', { fullPage: true })
    const { answers, reviewers } = await answersOf(id)
    expect(answers.map(({ decision, author }: Record<string, string>) => [decision, author])).toEqual([
      ['approve', 'Cy'],
      ['reject', 'Cy'],
    ])
    expect(reviewers).toMatchObject([{ name: 'Cy', completedAt: expect.any(String) }])
  })
})
