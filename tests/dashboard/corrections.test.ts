import { Palate } from '@palate/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { look, lookAtDialog } from './look.ts'
import { createProfile, createProject, stateOf, type UploadedFrame } from './taught-profile.ts'

describe('changing one’s mind', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  let palate: Palate
  let frames: readonly UploadedFrame[]
  const stored = (id: string) => stateOf(service, id)
  beforeAll(async () => {
    palate = new Palate({ url: service.url, apiKey: service.key })
    frames = (await createProject(service, 'library', 3)).frames
  })

  /** Two good pictures and a bad one, and a comparison of the first two. */
  async function taught(name: string): Promise<string> {
    const id = await createProfile(service, 'library', name)
    const [a = '', b = '', c = ''] = frames.map(({ url }) => url)
    await palate.annotations.add(id, {
      exemplars: [
        { id: 'a', url: a, label: 'good' },
        { id: 'b', url: b, label: 'good' },
        { id: 'c', url: c, label: 'bad' },
      ],
      comparisons: [{ id: 'ab', frameA: { id: 'a', url: a }, frameB: { id: 'b', url: b }, winner: 'a' }],
      constraints: [{ id: 'q', question: 'Warm or cool?', answer: 'warm' }],
    })
    await palate.profiles.commit(id, { message: 'Three pictures' })
    return id
  }

  test('a picture opens large; keys relabel and remove it and show the next one, and a removal can be undone', async () => {
    const id = await taught('Lightbox')
    const page = await browser.newPage(service, { path: `/profiles/${id}` })
    await page.getByRole('button', { name: 'Good picture 1 of 2' }).click()
    const dialog = page.getByRole('dialog', { name: 'picture-1' })
    await dialog.getByText('picture-0 over picture-1').waitFor()
    await lookAtDialog(page, 'overview-lightbox')
    await page.keyboard.press('b')
    await dialog.getByText('Not good').waitFor()
    await expect.poll(async () => (await stored(id)).exemplars).toMatchObject([{ id: 'b', label: 'bad' }])
    await page.keyboard.press('ArrowRight')
    await page.getByRole('dialog', { name: 'picture-0' }).waitFor()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog', { name: 'picture-2' }).waitFor()
    await expect
      .poll(async () => (await stored(id)).exemplars)
      .toMatchObject([
        { id: 'b', label: 'bad' },
        { id: 'a', removed: true },
      ])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored(id)).exemplars).toMatchObject([{ id: 'b', label: 'bad' }])
    expect((await stored(id)).budget.labels.used).toBe(3)
    await look(page, 'overview-corrected')
  })
})
