import { Palate } from '@palate/client'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { add } from '../annotations/annotation-requests.ts'
import { useBrowser } from '../harness/browser.ts'
import { createPerson, type PersonClient } from '../harness/person.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import { useService } from '../harness/use-service.ts'
import { signInPerson } from '../people/sign-in-person.ts'
import { look, lookAtDialog, visit } from './look.ts'
import { createProject, paintNumber, type UploadedFrame } from './taught-profile.ts'

describe('one truth for scores', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  let palate: Palate
  let frames: readonly UploadedFrame[] = []
  let id = ''
  beforeAll(async () => {
    palate = new Palate({ url: service.url, apiKey: service.key })
    ;({ id, frames } = await createProject(service, 'truth', 6))
  })

  const label = (number: number, label: 'good' | 'bad') => ({ id: `e${number}`, url: frames[number]?.url ?? '', label })
  /** The scores of the service as shown, by name. */
  async function scoresOf(target: object): Promise<Readonly<Record<string, string>>> {
    const shown = frames.map(({ id: frameId, url }) => ({ id: frameId, url }))
    const { scores } = await palate.score({ profile_id: id, dimensions: ['aesthetics'], frames: shown, ...target })
    return Object.fromEntries(
      scores.map(({ aesthetics }, i) => [`picture-${i}`, `${Math.round(100 * (aesthetics ?? 0))} %`]),
    )
  }
  /** What a wall shows, by name. */
  async function shownIn(page: Page, list: string): Promise<Readonly<Record<string, string>>> {
    const cards = await page.getByRole('list', { name: list }).locator('[data-wall-item]').allInnerTexts()
    return Object.fromEntries(
      cards.flatMap((text) => {
        const [name, score] = [/picture-\d+/.exec(text)?.[0], /\d+ %/.exec(text)?.[0]]
        return name && score ? [[name, score] as const] : []
      }),
    )
  }
  const library = 'Pictures of the library'
  const ranked = 'Ranked pictures'

  test('every score belongs to a named version of this profile: a newer one is offered, the tab returns to the result, and results are listed', async () => {
    await palate.annotations.add(id, { exemplars: [label(0, 'good'), label(1, 'bad')] })
    const first = await palate.profiles.commit(id, { message: 'Warm ones' })
    const other = await palate.profiles.create({ projectId: 'truth', name: 'Other', seed: 'dark, cold, cluttered' })
    await scoresOf({ profile_id: other.id })
    const [warm, others] = [await scoresOf({ version_id: first.id }), await scoresOf({ profile_id: other.id })]
    expect(warm).not.toEqual(others)

    // The library shows this profile, although another one scored it last.
    const page = await browser.newPage(service, { path: `/profiles/${id}/library` })
    await expect.poll(() => shownIn(page, library)).toEqual(warm)
    await page.getByRole('status').filter({ hasText: 'scores of Warm ones on main' }).waitFor()

    const tab = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
    await tab('Score').click()
    await page.getByRole('button', { name: 'Use the library' }).click()
    await expect.poll(() => shownIn(page, ranked)).toEqual(warm)
    await page.getByText('Scores of Warm ones').waitFor()

    // A colleague saves a version.
    await palate.annotations.add(id, { exemplars: [label(0, 'bad'), label(1, 'good'), label(2, 'good')] })
    await palate.profiles.commit(id, { message: 'Final calls' })
    const final = await scoresOf({})
    expect(final).not.toEqual(warm)
    const outdated = page.getByRole('status').filter({ hasText: 'These scores are from Warm ones.' })
    await outdated.getByText('The newest is “Final calls”.').waitFor()
    expect(await page.getByRole('button', { name: 'Taste of' }).textContent()).toContain('Version: Warm ones')
    expect(await shownIn(page, ranked)).toEqual(warm)
    await look(page, 'score-outdated')

    // A picture more is scored by the version of the others.
    const buffer = await paintNumber(8)
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: 'picture-6.png', mimeType: 'image/png', buffer }])
    await expect.poll(async () => Object.keys(await shownIn(page, ranked)).length).toBe(7)
    const [added] = (await palate.frames.list({ projectId: 'truth', limit: 1 })).frames
    frames = [...frames, added as UploadedFrame]
    expect(await shownIn(page, ranked)).toEqual(await scoresOf({ version_id: first.id }))

    // The tab returns to the result, which does not call itself the latest.
    await tab('Overview').click()
    await page
      .getByRole('heading', { name: 'Good pictures' })
      .or(page.getByText('Good', { exact: true }))
      .first()
      .waitFor()
    await tab('Score').click()
    await outdated.waitFor()
    expect(await shownIn(page, ranked)).toEqual(await scoresOf({ version_id: first.id }))
    await outdated.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Scores of Final calls').waitFor()
    await expect.poll(() => shownIn(page, ranked)).toEqual(await scoresOf({}))
    expect(await page.getByRole('button', { name: 'Taste of' }).textContent()).toContain('main, latest version')

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Start over' }).click()
    const recent = page.getByRole('region', { name: 'Recent results' })
    const row = (version: string) => recent.getByRole('listitem').filter({ hasText: version })
    await row('Final calls').getByRole('link', { name: '7 pictures' }).waitFor()
    await look(page, 'score-recent')
    await row('Warm ones').getByRole('link', { name: '7 pictures' }).click()
    await outdated.waitFor()
    expect(await shownIn(page, ranked)).toEqual(await scoresOf({ version_id: first.id }))

    // The library has followed.
    await tab('Library').click()
    await page.getByRole('status').filter({ hasText: 'scores of Final calls on main' }).waitFor()
    await expect.poll(() => shownIn(page, library)).toEqual(await scoresOf({}))
  })

  test('words that the good pictures contradict are a question: one key keeps the words or the pictures', async () => {
    const { id: profileId, frames: painted } = await createProject(service, 'words', 18)
    const judged = painted.flatMap(({ url }, i) =>
      i % 3 === 2 ? [] : [{ id: `w${i}`, url, label: i % 3 === 0 ? ('good' as const) : ('bad' as const) }],
    )
    const words = { id: 'c', question: 'Which colours?', answer: 'cool' }
    await palate.annotations.add(profileId, { exemplars: judged, constraints: [words] })
    const asked = async () =>
      (await palate.profiles.diagnostics(profileId, { include_working: 'true' })).wordsAgainstPictures
    const [question] = await asked()
    expect(question).toMatchObject({ answer: 'c', attribute: 'warmth', direction: 'more', good: { count: 6, of: 6 } })
    const page = await browser.newPage(service, { path: `/profiles/${profileId}` })
    // Traits do not say the opposite of the words.
    const traits = page.getByRole('list', { name: 'Strongest traits' })
    await traits.getByRole('listitem').first().waitFor()
    expect(await traits.getByText(/^warm/).count()).toBe(0)
    await page.getByRole('link', { name: /^Settle \d contradiction/ }).click()
    await page.getByRole('heading', { name: question?.statement ?? '' }).waitFor()
    const shown = page.getByRole('list', { name: 'The good pictures that show it most' }).first()
    await expect.poll(() => shown.locator('img').count()).toBe(3)
    await look(page, 'words-against-pictures')
    const constraints = async () => (await palate.profiles.get(profileId)).profileData.workingChanges.constraints
    await page.keyboard.press('2')
    await expect.poll(constraints).toEqual([])
    await expect.poll(asked).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(constraints).toMatchObject([words])
    await page.getByRole('heading', { name: question?.statement ?? '' }).waitFor()
    await page.keyboard.press('1')
    await expect.poll(constraints).toMatchObject([{ ...words, confirmed: ['warmth'] }])
    await expect.poll(async () => (await asked()).filter(({ attribute }) => attribute === 'warmth')).toEqual([])

    // On a phone the bars of the page cover neither the question nor the pictures.
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, `/profiles/${profileId}/teach/compare`)
    const stage = page.getByRole('region', { name: 'Two pictures' })
    await stage.locator('[data-ready]').waitFor()
    const covered = `[...document.querySelectorAll('section[aria-label="Two pictures"] h2, [data-pair] button')].filter((part) => {
      const { left, right, top } = part.getBoundingClientRect()
      return !part.closest('section').contains(document.elementFromPoint((left + right) / 2, top + 3))
    }).length`
    await expect.poll(() => page.evaluate(covered)).toBe(0)
    await takeScreenshot(page, 'compare-phone')
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('the judgements of others are discarded only after a question that names them, and an undo says whose they were', async () => {
    const { id: profileId, frames: shared } = await createProject(service, 'whose', 3)
    const ann = await signInPerson(service, { name: 'Ann', role: 'editor' })
    const [mine, anns] = [label(0, 'good'), label(1, 'bad')].map((one, i) => ({ ...one, url: shared[i]?.url ?? '' }))
    await palate.annotations.add(profileId, { exemplars: [mine ?? {}] })
    await ann.call('POST', `/v1/profiles/${profileId}/annotations`, { body: { exemplars: [anns] } })
    const whose = async () =>
      (await palate.profiles.get(profileId)).profileData.workingChanges.exemplars
        .map(({ id: element, by }) => `${element} ${by ?? 'nobody'}`)
        .toSorted()
    const both = await whose()
    expect(both).toEqual(['e0 nobody', `e1 ${ann.id}`])
    const page = await browser.newPage(service, { path: `/profiles/${profileId}/history/uncommitted` })
    // The message is filled in, and can be left so.
    const message = page.getByRole('textbox', { name: 'Message' })
    expect(await message.inputValue()).toBe('1 good picture, 1 bad one')
    await page.getByRole('button', { name: 'Discard all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Discard what others judged?' })
    await dialog.getByText('2 changes would be discarded: 1 of Ann.').waitFor()
    await lookAtDialog(page, 'discard-others')
    await dialog.getByRole('button', { name: 'Discard all 2' }).click()
    await page.getByRole('heading', { name: 'Everything is saved' }).waitFor()
    expect(await whose()).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(whose).toEqual(both)
    await page.getByRole('button', { name: 'Discard all' }).click()
    await dialog.getByRole('button', { name: 'Discard only mine (1)' }).click()
    await expect.poll(whose).toEqual([`e1 ${ann.id}`])
    await page.getByRole('button', { name: 'Save version' }).click()
    await page.getByRole('link', { name: '1 bad picture' }).waitFor()
  })

  test('an editor undoes a discard of everything, and the judgements of others are theirs again', async () => {
    const { id: profileId, frames: shared } = await createProject(service, 'undone', 2)
    const [ann, ben] = [await createPerson(service, 'editor', 'Ann'), await createPerson(service, 'editor', 'Ben')]
    const judge = (client: PersonClient, number: number) =>
      add(client, profileId, { exemplars: [{ ...label(number, 'good'), url: shared[number]?.url ?? '' }] })
    await judge(ann, 0)
    await judge(ben, 1)
    const whose = async () =>
      (await palate.profiles.get(profileId)).profileData.workingChanges.exemplars.map(({ by }) => by)
    const path = `/profiles/${profileId}/history/uncommitted`
    const page = await browser.newPage(service, { path, key: ann.key, expected: [/status of 409/] })
    await page.getByRole('button', { name: 'Discard all' }).click()
    const dialog = page.getByRole('dialog', { name: 'Discard what others judged?' })
    await dialog.getByText('You can undo it.').waitFor()
    await dialog.getByRole('button', { name: 'Discard all 2' }).click()
    await expect.poll(whose).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(whose).toEqual([ann.id, ben.id])
    await page.getByRole('button', { name: 'Discard all' }).waitFor()

    // A version that a colleague saves in between is not mixed with what was there before.
    await page.getByRole('button', { name: 'Discard all' }).click()
    await dialog.getByRole('button', { name: 'Discard all 2' }).click()
    await expect.poll(whose).toEqual([])
    await judge(ben, 0)
    await palate.profiles.commit(profileId, { message: 'Meanwhile' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Not restored. A version was saved since, or another branch is current.').waitFor()
  })
})
