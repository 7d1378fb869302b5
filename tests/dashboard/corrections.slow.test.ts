import { Palate } from '@palate/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { useService } from '../harness/use-service.ts'
import { look, lookAtDialog, visit } from './look.ts'
import { createProfile, createProject, paintNumber, stateOf, type UploadedFrame } from './taught-profile.ts'

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
    await dialog.getByText(/^Judged by .+ (just now|\d+ minutes? ago)$/).waitFor()
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

  test('Overview and Teach say the same about how many more judgements would help, live', async () => {
    const id = await taught('Counted')
    const page = await browser.newPage(service, { path: `/profiles/${id}` })
    const shownCount = (count: number) =>
      page.getByText(new RegExp(`About ${count} more (judgements )?would`)).waitFor()
    await shownCount(75)
    await visit(page, `/profiles/${id}/teach/compare`)
    await shownCount(75)
    const [a = '', , c = ''] = frames.map(({ url }) => url)
    const pair = { frameA: { id: 'a', url: a }, frameB: { id: 'c', url: c } }
    await palate.annotations.add(id, { comparisons: [{ ...pair, winner: 'a' }] })
    await shownCount(74)
    await palate.annotations.add(id, { comparisons: [{ ...pair, winner: 'c' }], exemplars: [{ url: a, label: 'bad' }] })
    await visit(page, `/profiles/${id}`)
    await page.getByRole('region', { name: 'Not good: 2 pictures' }).waitFor()
    await shownCount(74)
    await page.getByText('Too early to tell: testing needs 5 more judgements.').first().waitFor()
  })

  test('uncommitted changes are discarded one by one or all at once, and a discard can be undone', async () => {
    const id = await taught('Discard')
    await palate.annotations.add(id, { exemplars: [{ url: frames[0]?.url ?? '', label: 'bad' }] })
    await palate.annotations.add(id, { constraints: [{ question: 'Warm or cool?', answer: 'cool' }] })
    await palate.annotations.remove(id, 'ab')
    const before = await stored(id)
    const page = await browser.newPage(service, { path: `/profiles/${id}/history/uncommitted` })
    await page.getByRole('button', { name: 'Discard: Warm or cool?' }).waitFor()
    await look(page, 'history-discard')
    await page
      .getByRole('list', { name: /^Recent pictures/ })
      .getByRole('button', { name: 'picture-0' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'picture-0' })
    await dialog.getByText('Not good').waitFor()
    await dialog.getByText(/^Judged by/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Discard: Warm or cool?' }).click()
    await expect.poll(async () => (await stored(id)).constraints).toEqual([])
    await page.getByRole('button', { name: 'Discard: picture-0 over picture-1' }).click()
    await expect.poll(async () => (await stored(id)).comparisons).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => stored(id)).toMatchObject({ constraints: before.constraints, comparisons: [] })
    await page.getByRole('button', { name: 'Discard all' }).click()
    await page.getByRole('heading', { name: 'Everything is saved' }).waitFor()
    expect(await stored(id)).toMatchObject({ constraints: [], exemplars: [], comparisons: [] })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect
      .poll(() => stored(id))
      .toMatchObject({ constraints: before.constraints, exemplars: before.exemplars, budget: before.budget })
  })

  test('when somebody else commits, the page says so and keeps the message', async () => {
    const id = await taught('Two people')
    await palate.annotations.add(id, { exemplars: [{ url: frames[0]?.url ?? '', label: 'bad' }] })
    const page = await browser.newPage(service, { path: `/profiles/${id}/history/uncommitted` })
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Mine')
    await palate.profiles.commit(id, { message: 'Theirs' })
    await page.getByText('Somebody else saved these changes').waitFor()
    expect(await message.inputValue()).toBe('Mine')
  })

  test('when somebody else makes a branch current, a form stays a form for its branch, with the message', async () => {
    const id = await taught('Switched')
    await palate.annotations.add(id, { exemplars: [{ url: frames[0]?.url ?? '', label: 'bad' }] })
    const page = await browser.newPage(service, { path: `/profiles/${id}/history/uncommitted` })
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Mine')
    await palate.profiles.branch(id, { name: 'bold', switchTo: true })
    await page.getByText('Somebody else made bold current for everybody').waitFor()
    await page.getByText('Only you see main here.').waitFor()
    expect(new URL(page.url()).searchParams.get('branch')).toBe('main')
    expect(await message.inputValue()).toBe('Mine')
    await look(page, 'other-branch')
    await message.press('Enter')
    await page.getByRole('heading', { name: /^main compared with|^Versions of main/ }).waitFor()
    const state = async () => (await palate.profiles.get(id, { snapshots: 'omit' })).profileData
    const { versions, branches, currentBranchId } = await state()
    expect(versions.at(-1)).toMatchObject({ branchId: 'main', message: 'Mine' })
    expect(branches.find(({ name }) => name === 'bold')?.id).toBe(currentBranchId)
    // To make it current is a separate act, which says what it does.
    await page.getByRole('button', { name: 'Make it current for everybody' }).click()
    await page.getByText('Programs and colleagues that name no branch score by main from now on').waitFor()
    await lookAtDialog(page, 'make-current')
    await page.getByRole('button', { name: 'Make it current', exact: true }).click()
    await page.getByText('main is current for everybody.').waitFor()
    expect((await state()).currentBranchId).toBe('main')
    // Another branch is viewed by this window alone, on every page.
    await page.getByRole('button', { name: 'Branch main. View another' }).click()
    await page.getByRole('menuitemradio', { name: 'bold' }).click()
    await page.getByText('Only you see bold here.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('button', { name: 'Branch bold. View another' }).waitFor()
    expect(new URL(page.url()).searchParams.get('branch')).toBe(currentBranchId)
    await page.reload()
    await page.getByText('Only you see bold here.').waitFor()
    expect((await state()).currentBranchId).toBe('main')
  })

  test('pictures in diffs, conflicts and contradictions open large', async () => {
    const id = await taught('Everywhere')
    const [a = '', b = ''] = frames.map(({ url }) => url)
    await palate.profiles.branch(id, { name: 'bold', switchTo: true })
    await palate.annotations.add(id, { exemplars: [{ url: a, label: 'bad' }] })
    await palate.profiles.commit(id, { message: 'Bold' })
    await palate.profiles.switch(id, 'main')
    await palate.annotations.remove(id, 'a')
    await palate.profiles.commit(id, { message: 'Removed' })
    const { branches } = (await palate.profiles.get(id)).profileData
    const bold = branches.find(({ name }) => name === 'bold')?.id ?? ''

    const page = await browser.newPage(service, { path: `/profiles/${id}/history/merge?from=${bold}&into=main` })
    await page.getByRole('button', { name: 'Show picture-0 large' }).click()
    const dialog = page.getByRole('dialog', { name: 'picture-0' })
    await dialog.getByText('No label').waitFor()
    await dialog.getByText('picture-0 over picture-1').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await look(page, 'merge-conflict-pictures')

    await palate.annotations.add(id, {
      exemplars: [{ url: b, label: 'bad' }],
      comparisons: [{ frameA: { id: 'a', url: a }, frameB: { id: 'b', url: b }, winner: 'b' }],
    })
    await visit(page, `/profiles/${id}/history/uncommitted`)
    await page.getByRole('button', { name: 'bad: picture-1' }).click()
    const other = page.getByRole('dialog', { name: 'picture-1' })
    await other.getByText('Not in a version yet').waitFor()
    await page.keyboard.press('g')
    await expect.poll(async () => (await stored(id)).exemplars).toMatchObject([{ id: 'b', label: 'good' }])
    await page.keyboard.press('Escape')
    await other.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'picture-1, preferred' }).click()
    await other.waitFor()
    await page.keyboard.press('ArrowLeft')
    await dialog.getByText('No label').waitFor()
    await page.keyboard.press('b')
    await expect
      .poll(async () => (await stored(id)).exemplars)
      .toMatchObject([
        { id: 'b', label: 'good' },
        { url: a, label: 'bad' },
      ])
  })

  test('contradictions are shown side by side, and one key settles each', async () => {
    const id = await createProfile(service, 'library', 'Contradictory')
    const url = frames[0]?.url ?? ''
    await palate.annotations.add(id, {
      exemplars: [
        { id: 'yes', url, label: 'good' },
        { id: 'no', url, label: 'bad' },
      ],
      constraints: [
        { id: 'warm', question: 'Warm or cool?', answer: 'warm' },
        { id: 'cool', question: 'Warm or cool?', answer: 'cool' },
      ],
    })
    await palate.profiles.commit(id, { message: 'Both' })
    const page = await browser.newPage(service, { path: `/profiles/${id}` })
    await page.getByRole('link', { name: 'Settle 2 contradictions' }).click()
    await page.getByRole('heading', { name: 'Is picture-0 good?' }).waitFor()
    await look(page, 'contradictions')
    await page.getByRole('button', { name: 'picture-0', exact: true }).first().click()
    await page
      .getByRole('dialog', { name: 'picture-0' })
      .getByText(/^Judged by/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await expect.poll(() => page.getByRole('button', { name: /Keep/ }).count()).toBe(2)
    await page.keyboard.press('2')
    await page.getByRole('heading', { name: 'No contradictions' }).waitFor()
    await expect
      .poll(async () => (await palate.profiles.diagnostics(id, { include_working: 'true' })).contradictions)
      .toEqual([])
    const { exemplars, constraints } = await stored(id)
    expect([exemplars.length, constraints.length]).toEqual([1, 1])
  })

  test('the gallery of Score shows labels of the profile, and those that others give, live', async () => {
    const id = await taught('Live')
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Use the library' }).click()
    const label = (value: string, number: number) =>
      page.getByRole('button', { name: `${value}: picture-${number}` }).getAttribute('aria-pressed')
    await expect.poll(() => label('Good', 0)).toBe('true')
    await expect.poll(() => label('Bad', 2)).toBe('true')
    await palate.annotations.add(id, { exemplars: [{ url: frames[0]?.url ?? '', label: 'bad' }] })
    await expect.poll(() => label('Bad', 0)).toBe('true')
  })

  test('the gallery of Score finds labels by content, and opens pictures large', async () => {
    const id = await createProfile(service, 'library', 'By content')
    const imageData = (await paintNumber(1)).toString('base64')
    await palate.annotations.add(id, { exemplars: [{ id: 'inline', imageData, label: 'good' }] })
    const page = await browser.newPage(service, { path: `/profiles/${id}/score` })
    await page.getByRole('button', { name: 'Use the library' }).click()
    const good = page.getByRole('button', { name: 'Good: picture-1' })
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('true')

    const card = page.getByRole('button', { name: /\. picture-1/ })
    await card.click()
    await page.getByRole('button', { name: 'Show picture-1 large' }).click()
    const dialog = page.getByRole('dialog', { name: 'picture-1' })
    await dialog.getByText('Not in a version yet').waitFor()
    await dialog.getByText(/^Judged by/).waitFor()
    await lookAtDialog(page, 'score-lightbox')
    await page.keyboard.press('b')
    await dialog.getByText('Not good').waitFor()
    await expect.poll(async () => (await stored(id)).exemplars).toMatchObject([{ id: 'inline', label: 'bad' }])
    await page.keyboard.press('Delete')
    await expect.poll(async () => (await stored(id)).exemplars).toEqual([])
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('dialog').getByText('No label').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('false')
  })
})
