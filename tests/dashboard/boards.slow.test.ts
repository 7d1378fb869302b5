import { readFileSync } from 'node:fs'
import { Palate } from '@palate/client'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { look, lookAtDialog } from './look.ts'
import { createProject } from './taught-profile.ts'

describe('boards', () => {
  const service = useService('sqlite')
  const browser = useBrowser()

  async function download(page: Page, menu: string, item: string): Promise<Buffer> {
    await page.getByRole('button', { name: menu }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item }).click(),
    ])
    return readFileSync(await file.path())
  }

  test('pictures go from results and the library through the tray onto a board, which is arranged and shared', async () => {
    const palate = new Palate({ url: service.url, apiKey: service.key })
    const { id, frames } = await createProject(service, 'studio', 4)
    const idOf = (name: string) => frames.find((frame) => frame.name === name)?.id
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Use the library' }).click()
    await page.getByRole('button', { name: 'Share 4' }).waitFor()
    const wall = page.getByRole('list', { name: 'Ranked pictures' })
    const tray = page.getByRole('region', { name: 'Tray' })
    for (const name of ['picture-2', 'picture-0']) {
      await wall.locator('[data-wall-item]', { hasText: name }).click()
      const why = page.getByRole('complementary', { name: `Why: ${name}` })
      await why.getByRole('button', { name: 'To the tray' }).click()
    }
    await page.keyboard.press('Escape')
    await tray.getByText('2 in the tray').waitFor()
    // All that the filter shows; those that are there already count once.
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Put these into the tray' }).click()
    await tray.getByText('4 in the tray').waitFor()
    await tray.getByRole('button', { name: 'Take picture-3 out of the tray' }).click()
    await tray.getByRole('button', { name: 'Share 3' }).waitFor()
    await look(page, 'tray')
    // It stays while one moves to another page.
    await page.getByRole('navigation', { name: 'Palate' }).getByRole('link', { name: 'Library' }).click()
    await page.waitForURL(/\/library$/)
    await tray.getByText('3 in the tray').waitFor()
    const zip = await download(page, 'More for the tray', 'Save as ZIP')
    expect(zip.toString('latin1')).toContain('001 picture-2')
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    const png = await download(page, 'More for the tray', 'Contact sheet as PNG')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const pdf = await download(page, 'More for the tray', 'Contact sheet as PDF')
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.4')

    await tray.getByRole('button', { name: 'Board', exact: true }).click()
    await page.getByRole('textbox', { name: 'Name of the new board' }).fill('Spring campaign')
    await lookAtDialog(page, 'tray-board')
    await page.getByRole('button', { name: 'Put 3 pictures on it' }).click()
    await page.waitForURL(/\/boards\/brd_/)
    const boardId = page.url().split('/').at(-1) ?? ''
    const stored = async () => (await palate.boards.get(boardId)).pictures.map(({ frameId }) => frameId)
    const order = (...names: readonly string[]) => names.map((name) => idOf(`${name}.png`))
    const [last = ''] = frames.flatMap(({ name }) =>
      ['picture-0.png', 'picture-2.png', 'picture-3.png'].includes(name) ? [] : [name.replace('.png', '')],
    )
    await expect.poll(stored).toEqual(order('picture-2', 'picture-0', last))
    expect(await tray.count()).toBe(0)

    // By keyboard, the focus follows; by drag; and captions.
    await page.getByRole('button', { name: /^picture-2, 1 of 3/ }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(stored).toEqual(order('picture-0', 'picture-2', last))
    await page
      .getByRole('button', { name: /^picture-2, 2 of 3/ })
      .and(page.locator(':focus'))
      .waitFor()
    await page
      .getByRole('button', { name: /^picture-0, 1 of 3/ })
      .dragTo(page.getByRole('button', { name: new RegExp(`^${last}, 3 of 3`) }))
    await expect.poll(stored).toEqual(order('picture-2', last, 'picture-0'))
    await page.getByRole('textbox', { name: 'Caption of picture-2' }).fill('The cover')
    await page.getByRole('radio', { name: 'Grid' }).click()
    await expect.poll(async () => (await palate.boards.get(boardId)).layout).toBe('grid')
    await expect.poll(async () => (await palate.boards.get(boardId)).pictures[0]?.caption).toBe('The cover')
    await page.getByRole('textbox', { name: 'Name of the board' }).fill('Summer campaign')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await palate.boards.get(boardId)).name).toBe('Summer campaign')
    await look(page, 'board')
    await page.getByRole('button', { name: 'Share 3' }).click()
    await page.getByText('Anyone with the link sees the 3 pictures of “Summer campaign”').waitFor()
    await page.getByRole('button', { name: 'Create link' }).click()
    await page.getByText('Copy the link now.').waitFor()
    await expect
      .poll(async () => (await palate.shares.list({ profileId: id })).shares)
      .toMatchObject([{ kind: 'board' }])
    await page.keyboard.press('Escape')

    // It shows on the overview, in the list of all boards, and is found by its name.
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await page.keyboard.type('picture-2')
    await palette.getByRole('option', { name: 'picture-2 Picture' }).waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('summer')
    await palette.getByRole('option', { name: 'Summer campaign Board' }).waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await page.getByRole('navigation', { name: 'Palate' }).getByRole('link', { name: 'Boards' }).click()
    await page.getByRole('heading', { name: 'Boards', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Summer campaign' }).waitFor()
    await look(page, 'boards')
    await page.goto(`${service.url}/profiles/${id}`)
    await page.getByRole('list', { name: 'Boards' }).getByRole('link', { name: 'Summer campaign' }).click()
    await page.getByRole('button', { name: 'More for Summer campaign' }).click()
    await page.getByRole('menuitem', { name: 'Delete board' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'No boards yet' }).waitFor()
    expect((await palate.boards.list({})).boards).toEqual([])
  })

  test('what two people change on one board at the same time is kept, or they are asked', async () => {
    const palate = new Palate({ url: service.url, apiKey: service.key })
    const { id, frames } = await createProject(service, 'together', 4)
    const at = (...numbers: readonly number[]) => numbers.map((i) => ({ frameId: frames[i]?.id ?? '' }))
    const board = await palate.boards.create({ profileId: id, name: 'Spring', pictures: at(0, 1, 2) })
    const stored = async () => {
      const { name, pictures } = await palate.boards.get(board.id)
      const shown = pictures.map(({ frameId, caption }) => {
        const number = String(frames.findIndex((frame) => frame.id === frameId))
        return caption === undefined ? number : `${number} ${caption}`
      })
      return [name, ...shown]
    }
    const path = `/profiles/${id}/boards/${board.id}`
    const page = await browser.newPage(service, { path, expected: [/status of 412/] })
    const picture = (number: number) => page.getByRole('button', { name: new RegExp(`^picture-${number}, `) })
    const name = page.getByRole('textbox', { name: 'Name of the board' })
    await picture(0).waitFor()

    // They changed another part: both changes stay. Changes in quick succession build on each other.
    await palate.boards.update(board.id, { name: 'Theirs' })
    await picture(0).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(stored).toEqual(['Theirs', '1', '2', '0'])
    await expect.poll(() => name.inputValue()).toBe('Theirs')
    expect(await page.getByRole('alert').count()).toBe(0)

    // The same part: theirs.
    const captioned = at(1).map((picture) => ({ ...picture, caption: 'Their caption' }))
    await palate.boards.update(board.id, { pictures: [...captioned, ...at(2, 0)] })
    await page.getByRole('textbox', { name: 'Caption of picture-1' }).fill('My caption')
    await page.keyboard.press('Tab')
    const note = page.getByRole('alert').filter({ hasText: 'Somebody else changed this board' })
    await note.waitFor()
    expect(await stored()).toEqual(['Theirs', '1 Their caption', '2', '0'])
    await look(page, 'board-conflict')
    await note.getByRole('button', { name: 'Load theirs' }).click()
    await note.waitFor({ state: 'detached' })
    const caption = page.getByRole('textbox', { name: 'Caption of picture-1' })
    await expect.poll(() => caption.inputValue()).toBe('Their caption')
    expect(await stored()).toEqual(['Theirs', '1 Their caption', '2', '0'])

    // The same part: mine, with what was changed while the page asked.
    await palate.boards.update(board.id, { pictures: at(0, 2) })
    await picture(0).focus()
    await page.keyboard.press('ArrowLeft')
    await note.waitFor()
    await page.getByRole('textbox', { name: 'Caption of picture-2' }).fill('The cover')
    await name.fill('Ours')
    await page.keyboard.press('Tab')
    await note.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(stored).toEqual(['Ours', '1 Their caption', '0', '2 The cover'])
    await note.waitFor({ state: 'detached' })

    // What the tray adds goes behind what others have put there meanwhile.
    let changes = 0
    await page.route(`**/v1/boards/${board.id}`, async (route) => {
      const isFirst = route.request().method() === 'PATCH' && changes++ === 0
      if (isFirst) await palate.boards.update(board.id, { pictures: at(2) })
      await route.continue()
    })
    await page.getByRole('link', { name: 'Library' }).last().click()
    await page.locator('[data-wall-item]', { hasText: 'picture-3' }).click()
    await page.getByRole('button', { name: 'To the tray' }).click()
    await page.getByRole('region', { name: 'Tray' }).getByRole('button', { name: 'Board', exact: true }).click()
    await page.getByRole('button', { name: 'A new board Board' }).click()
    await page.getByRole('option', { name: 'Ours' }).click()
    await page.getByRole('button', { name: 'Put 1 picture on it' }).click()
    await expect.poll(stored).toEqual(['Ours', '2', '3'])
    expect(changes).toBe(2)
  })
})
