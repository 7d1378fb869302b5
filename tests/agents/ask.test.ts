import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFolder } from '../cli/terminal.ts'
import { look } from '../dashboard/look.ts'
import { createProject, stateOf, type UploadedFrame } from '../dashboard/taught-profile.ts'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { startPictureHost } from '../scoring/picture-host.ts'
import { paint } from '../scoring/pictures.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'

describe('asking which of two pictures suits better', () => {
  const service = useService('sqlite', loopbackAllowed)
  const browser = useBrowser()
  const folder = openFolder()
  let project: { readonly id: string; readonly projectId: string; readonly frames: readonly UploadedFrame[] }
  beforeAll(async () => {
    project = await createProject(service, 'asked', 2)
    await folder.login(service)
    for (const mood of ['warm', 'cold'] as const) {
      writeFileSync(join(folder.directory, `${mood}.png`), await paint({ mood, seed: 9 }))
    }
  })
  afterAll(() => folder.remove())

  const pathOf = (query: Record<string, string>) => `/profiles/${project.id}/teach/ask?${new URLSearchParams(query)}`
  const choose = async (page: Page, key: string) => {
    await page.locator('[data-ready]').waitFor()
    await page.keyboard.press(key)
    await page.getByText('Your choice is recorded.').waitFor()
  }

  test('the page shows exactly this pair, records the choice with who asked, and takes it back', async () => {
    const [a, b] = project.frames as readonly [UploadedFrame, UploadedFrame]
    const path = pathOf({ a: a.url, b: b.url, source: 'agent', askId: 'ask-1' })
    const page = await browser.newPage(service, { path })
    await choose(page, 'ArrowRight')
    await look(page, 'teach-ask')
    const reference = ({ id, url }: UploadedFrame) => ({ id, url })
    await expect
      .poll(async () => (await stateOf(service, project.id)).comparisons)
      .toMatchObject([
        {
          frameA: reference(a),
          frameB: reference(b),
          winner: b.id,
          source: 'agent',
          askId: 'ask-1',
          quote: expect.stringContaining('second'),
        },
      ])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stateOf(service, project.id)).comparisons).toEqual([])
  })

  test('the page shows the names of the files, and that somebody has already chosen', async () => {
    const [a, b] = project.frames as readonly [UploadedFrame, UploadedFrame]
    const body = { first: a.url, second: b.url }
    const askId = (await service.call('POST', `/v1/profiles/${project.id}/asks`, { body })).body.id
    const path = pathOf({ a: a.url, b: b.url, source: 'agent', askId })
    const page = await browser.newPage(service, { path })
    await page.getByRole('button', { name: 'The left picture, picture-0, is better' }).waitFor()
    await look(page, 'teach-ask-names')
    await choose(page, 'ArrowRight')
    const answerOfAsk = async () => (await service.call('GET', `/v1/profiles/${project.id}/asks/${askId}`)).body.answer
    await expect.poll(answerOfAsk).toMatchObject({ choice: 'second' })
    const other = await browser.newPage(service, { path })
    await other.getByText('Somebody has chosen: the second picture.').waitFor()
    await service.call('DELETE', `/v1/profiles/${project.id}/annotations`)
  })

  test('addresses that are longer than an id can be chosen between', async () => {
    const host = await startPictureHost()
    const names = ['warm', 'cold'].map((mood) => `${mood}.png?signature=${'x'.repeat(600)}`)
    for (const [i, mood] of (['warm', 'cold'] as const).entries()) {
      host.show(names[i] ?? '', { bytes: await paint({ mood, seed: 3 }) })
    }
    const [a = '', b = ''] = names.map(host.url)
    // The page shows what was scored before.
    const frames = [a, b].map((url, i) => ({ id: `signed-${i}`, url }))
    const body = { profile_id: project.id, dimensions: ['aesthetics'], frames }
    await service.call('POST', '/v1/score', { body })
    const recent = async () =>
      (await service.call('GET', `/v1/frames/recent?projectId=${project.projectId}`)).body.frames
    await expect.poll(recent).toHaveLength(2)
    const page = await browser.newPage(service, { path: pathOf({ a, b }) })
    await choose(page, 'ArrowRight')
    const comparisons = async () => (await stateOf(service, project.id)).comparisons
    await expect.poll(comparisons).toMatchObject([{ frameA: { url: a }, frameB: { url: b } }])
    const [{ frameB, winner }] = await comparisons()
    expect(winner).toBe(frameB.id)
    await host.close()
    await service.call('DELETE', `/v1/profiles/${project.id}/annotations`)
  })

  test('a link to a question that has ended says so', async () => {
    const [a, b] = project.frames as readonly [UploadedFrame, UploadedFrame]
    const path = pathOf({ a: a.url, b: b.url, askId: `ask_${'0'.repeat(32)}` })
    const page = await browser.newPage(service, { path, expected: [/404/] })
    await page.getByText('This question is closed').waitFor()
  })

  test('a link without two pictures says so', async () => {
    const page = await browser.newPage(service, { path: pathOf({ a: 'frame:x' }) })
    await page.getByText('This link is incomplete').waitFor()
  })

  test('palate ask prints a link that signs in, waits, and prints what the person chose', async () => {
    const command = folder.start(['ask', 'warm.png', 'cold.png', '--no-browser', '--profile', project.id])
    await expect.poll(() => command.stderr()).toContain('#code=')
    const link = /http\S+/.exec(command.stderr())?.[0] ?? ''
    const page = await browser.newPage(service, { path: null, key: null })
    await page.goto(link)
    await choose(page, 'ArrowLeft')
    expect(await command.ended).toMatchObject({ code: 0, stdout: 'warm.png\n' })
  })

  test('palate ask gives up when nobody chooses', async () => {
    const { code, stderr } = await folder.palate([
      'ask',
      'warm.png',
      'cold.png',
      '--no-browser',
      '--wait',
      '1',
      '--profile',
      project.id,
    ])
    expect(code).toBe(1)
    expect(stderr).toContain('nobody chose within 1 s')
  })

  test('palate ask refuses the same picture twice', async () => {
    const { code } = await folder.palate(['ask', 'warm.png', 'warm.png', '--profile', project.id])
    expect(code).toBe(2)
  })
})
