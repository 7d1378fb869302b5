import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Palate } from '@palate/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { dropFolder, writeFolder } from './drop-folder.ts'
import { look } from './look.ts'
import { createProfile, createProject, paintNumber, pictureFile, stateOf } from './taught-profile.ts'

/** The frame id of the large picture, once it differs from the one before. */
async function largePicture(page: Page, before = ''): Promise<string> {
  const image = page.locator(
    `section[aria-label="One picture"] [data-state="ready"] > img:not([src$="${before || '?'}"])`,
  )
  await image.waitFor()
  return (await image.getAttribute('src'))?.split('/').at(-1) ?? ''
}

/** Drops or pastes a picture on the page, like a browser. */
async function bring(page: Page, how: 'drop' | 'paste', name: string, bytes: Buffer): Promise<void> {
  const event = how === 'drop' ? "new DragEvent('drop', { dataTransfer" : "new ClipboardEvent('paste', { clipboardData"
  await page.evaluate(`
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (character) => character.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    document.body.dispatchEvent(${event}: transfer, bubbles: true, cancelable: true }))
  `)
}

describe('labelling and answering', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  const stored = (id: string) => stateOf(service, id)
  const commit = (id: string) =>
    new Palate({ url: service.url, apiKey: service.key }).profiles.commit(id, { message: 'Committed' })
  beforeAll(() => createProject(service, 'library', 4))

  test('suggested pictures are labelled by keyboard, and the next one becomes large immediately', async () => {
    const id = await createProfile(service, 'library', 'First')
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach/label` })
    const first = await largePicture(page)
    await page.keyboard.press('g')
    const second = await largePicture(page, first)
    await page.keyboard.press('b')
    const third = await largePicture(page, second)
    await expect
      .poll(async () => (await stored(id)).exemplars)
      .toMatchObject([
        { frameId: first, url: `frame:${first}`, label: 'good' },
        { frameId: second, label: 'bad' },
      ])
    await page.keyboard.press('Backspace')
    expect(await largePicture(page, third)).toBe(second)
    await expect
      .poll(() => stored(id))
      .toMatchObject({ exemplars: [{ frameId: first }], budget: { labels: { used: 1 } } })
    // Back in the strip, the other label replaces the first one at no cost.
    await page.keyboard.press('ArrowLeft')
    expect(await largePicture(page, second)).toBe(first)
    await page.keyboard.press('b')
    await expect
      .poll(() => stored(id))
      .toMatchObject({
        exemplars: [{ frameId: first, label: 'bad' }],
        budget: { labels: { used: 1 } },
      })
    await look(page, 'teach-label')
    // Undo returns to the label before.
    await page.keyboard.press('Backspace')
    await expect.poll(() => stored(id)).toMatchObject({ exemplars: [{ frameId: first, label: 'good' }] })
    // In the strip, a labelled picture opens large and can be corrected.
    await page.getByRole('button', { name: /^Picture 1: good/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Suggested picture' })
    await dialog.getByRole('status').getByText('Good', { exact: true }).waitFor()
    await dialog.getByText('Not in a version yet').waitFor()
    await page.keyboard.press('b')
    await expect
      .poll(() => stored(id))
      .toMatchObject({ exemplars: [{ frameId: first, label: 'bad' }], budget: { labels: { used: 1 } } })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Picture 1: bad/ }).waitFor()
  })

  test('a picture that was labelled elsewhere gets another label, not a second one, and undo restores the earlier one', async () => {
    const { id, frames } = await createProject(service, 'again', 0)
    expect(frames).toEqual([])
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach/label` })
    const choose = async () => {
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles([await pictureFile(30)])
      return largePicture(page)
    }
    const frame = await choose()
    await service.call('POST', `/v1/profiles/${id}/annotations`, {
      body: { exemplars: [{ id: 'committed', url: `frame:${frame}`, label: 'good' }] },
    })
    await commit(id)
    await page.keyboard.press('b')
    await expect
      .poll(() => stored(id))
      .toMatchObject({ exemplars: [{ id: 'committed', label: 'bad' }], budget: { labels: { used: 1 } } })
    await page.keyboard.press('Backspace')
    await expect.poll(async () => (await stored(id)).exemplars).toEqual([])

    const uncommitted = { url: `frame:${frame}`, label: 'good', weight: 2 }
    await service.call('POST', `/v1/profiles/${id}/annotations`, { body: { exemplars: [uncommitted] } })
    await page.getByRole('link', { name: '1 change to save' }).waitFor()
    await page.keyboard.press('b')
    await expect.poll(async () => (await stored(id)).exemplars).toMatchObject([{ id: 'committed', label: 'bad' }])
    await page.keyboard.press('Backspace')
    await expect.poll(async () => (await stored(id)).exemplars).toEqual([{ id: 'committed', ...uncommitted }])
  })

  test('chosen, dropped or pasted pictures are uploaded and labelled next, and a file that is not a picture is named', async () => {
    const { id } = await createProject(service, 'brought', 0)
    const page = await browser.newPage(service, {
      path: `/profiles/${id}/teach/label`,
      expected: [/status of 415/],
    })
    await page.getByRole('heading', { name: 'No pictures to label' }).waitFor()
    const files = [
      await pictureFile(20),
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    ]
    await page.locator('input[type=file]').first().setInputFiles(files)
    const chosen = await largePicture(page)
    await page.getByText('notes.png').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.keyboard.press('g')
    await page.getByRole('heading', { name: 'Every picture here is labelled' }).waitFor()
    await bring(page, 'drop', 'dropped.png', await paintNumber(21))
    const dropped = await largePicture(page, chosen)
    await page.keyboard.press('g')
    await page.getByRole('heading', { name: 'Every picture here is labelled' }).waitFor()
    await bring(page, 'paste', 'pasted.png', await paintNumber(22))
    const pasted = await largePicture(page, dropped)
    await page.getByRole('button', { name: 'B Bad' }).click()
    await expect
      .poll(async () => (await stored(id)).exemplars)
      .toMatchObject([
        { frameId: chosen, label: 'good' },
        { frameId: dropped, label: 'good' },
        { frameId: pasted, label: 'bad' },
      ])
    const { body } = await service.call('GET', '/api/frames?projectId=brought')
    expect(body.frames.map(({ name }: { name: string }) => name)).toEqual([
      'pasted.png',
      'dropped.png',
      'picture-20.png',
    ])
  })

  test('a dropped folder is uploaded with its subfolders, and its pictures are labelled next', async () => {
    const { id } = await createProject(service, 'folder', 0)
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach/label`, expected: [/status of 415/] })
    await page.getByRole('heading', { name: 'No pictures to label' }).waitFor()
    const folder = mkdtempSync(join(tmpdir(), 'palate-folder-'))
    await writeFolder(folder)
    await dropFolder(page, folder)
    await page.getByText('broken.png').waitFor()
    const first = await largePicture(page)
    await page.keyboard.press('g')
    const second = await largePicture(page, first)
    await page.keyboard.press('b')
    await expect
      .poll(async () => (await stored(id)).exemplars)
      .toMatchObject([
        { frameId: first, label: 'good' },
        { frameId: second, label: 'bad' },
      ])
    rmSync(folder, { recursive: true })
  })

  test('a digit gives a quick answer, text gives a free one, and both can be removed', async () => {
    const id = await createProfile(service, 'library', 'Second')
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach/answer` })
    const question = page.locator('#question')
    const first = (await question.textContent()) ?? ''
    const quick = (await page.locator('section li button').first().textContent())?.replace(/^1/, '')
    await page.keyboard.press('1')
    await expect.poll(() => question.textContent()).not.toBe(first)
    const second = (await question.textContent()) ?? ''
    await page.getByRole('textbox', { name: 'Or in your own words' }).fill('muted, with one red accent')
    await page.keyboard.press('Enter')
    await expect.poll(() => question.textContent()).not.toBe(second)
    await expect
      .poll(async () => (await stored(id)).constraints)
      .toMatchObject([
        { question: first, answer: quick, questionId: expect.any(String) },
        { question: second, answer: 'muted, with one red accent' },
      ])
    await page.getByRole('textbox', { name: 'How should it look?' }).fill('never cluttered')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Remove: own words never cluttered' }).waitFor()
    await page.getByText('Taken as: less cluttered.').waitFor()
    await page.getByText('Taken as: more muted; more red. Kept as words: “accent”.').waitFor()
    await look(page, 'teach-answer')
    await page.getByRole('button', { name: `Remove: ${first} ${quick}` }).click()
    await expect
      .poll(() => stored(id))
      .toMatchObject({
        constraints: [{ question: second }, { answer: 'never cluttered' }],
        budget: { questions: { used: 2 } },
      })
    // A committed answer is changed and removed as well.
    await commit(id)
    await page.reload()
    await page.getByRole('button', { name: 'Change: own words never cluttered' }).click()
    await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('calm')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await stored(id)).constraints).toMatchObject([{ answer: 'calm' }])
    await page.getByRole('button', { name: 'Remove: own words calm' }).waitFor()
    await page.getByRole('button', { name: `Remove: ${second} muted, with one red accent` }).click()
    await expect.poll(async () => (await stored(id)).constraints).toMatchObject([{ answer: 'calm' }, { removed: true }])
  })

  test('another dimension is taught separately, and the URL names it', async () => {
    const id = await createProfile(service, 'library', 'Third')
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach/label` })
    await page.getByRole('button', { name: 'Teaching' }).click()
    await page.getByRole('option', { name: 'Ease of use' }).click()
    await expect.poll(() => page.url()).toContain('?dimension=usability')
    await page.getByRole('heading', { name: 'Is it easy to use?' }).waitFor()
    const frame = await largePicture(page)
    await page.keyboard.press('g')
    await expect
      .poll(async () => (await stored(id)).exemplars)
      .toMatchObject([{ frameId: frame, dimension: 'usability' }])
    await page.goBack()
    await page.getByRole('heading', { name: 'Is it good?' }).waitFor()
  })

  test('teaching works on plain http, where browsers offer fewer functions than on https', async () => {
    const id = await createProfile(service, 'library', 'Fourth')
    const page = await browser.newPage(service, { path: null, isNew: true })
    await page.addInitScript('delete Crypto.prototype.randomUUID; delete Crypto.prototype.subtle')
    await page.goto(`${service.url}/profiles/${id}/teach/label`)
    const frame = await largePicture(page)
    await page.keyboard.press('g')
    await expect.poll(async () => (await stored(id)).exemplars).toMatchObject([{ frameId: frame, label: 'good' }])
  })
})
