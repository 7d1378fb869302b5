import { Palate } from '@palate/client'
import { inOrderOf, rankFrames } from '@palate/core/report/ranking.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import type { TestService } from '../harness/service.ts'
import { paint } from '../scoring/pictures.ts'
import { openStage, type Stage } from '../scoring/scoring-service.ts'
import { look, lookAtDialog, visit } from './look.ts'

const projectId = 'studio'
const quiet = { id: 'q', question: 'Busy or quiet?', answer: 'quiet' }
let stage: Stage
let service: TestService
let palate: Palate
/** The URIs of the project's pictures, by name. */
let frames: Readonly<Record<'sunset' | 'fjord' | 'fog', string>>

beforeAll(async () => {
  stage = await openStage('sqlite')
  service = stage.service
  palate = new Palate({ url: service.url, apiKey: service.key })
  const upload = async (name: string, mood: 'warm' | 'cold' | 'grey') =>
    (await palate.frames.upload(new Uint8Array(await paint({ mood, seed: 7 })), { projectId, name: `${name}.png` })).url
  frames = {
    sunset: await upload('sunset', 'warm'),
    fjord: await upload('fjord', 'cold'),
    fog: await upload('fog', 'grey'),
  }
})
afterAll(() => stage?.close())

/** Two versions on main, a branch from the first with one version, and an uncommitted answer. */
async function makeHistory(name: string) {
  const { id } = await palate.profiles.create({ projectId, name })
  const sunset = { id: 'sunset', url: frames.sunset, label: 'good' } as const
  await palate.annotations.add(id, { constraints: [quiet], exemplars: [sunset] })
  const first = await palate.profiles.commit(id, { message: 'Warm and quiet' })
  const bold = await palate.profiles.branch(id, { name: 'bold', description: 'For the posters' })
  const comparison = { id: 'pair', frameA: idOf(frames.fjord), frameB: idOf(frames.fog), winner: idOf(frames.fjord) }
  const fog = { id: 'fog', url: frames.fog, label: 'bad' } as const
  await palate.annotations.add(id, { exemplars: [fog], comparisons: [comparison] })
  const second = await palate.profiles.commit(id, { message: 'No fog' })
  await palate.annotations.add(id, {
    exemplars: [{ ...sunset, label: 'bad' }],
    constraints: [{ ...quiet, answer: 'busy' }],
  })
  await palate.profiles.commit(id, { message: 'Louder', branch: 'bold' })
  return { id, first, second, bold, path: `/profiles/${id}/history` }
}

function idOf(frameUrl: string): string {
  return frameUrl.slice('frame:'.length)
}

/** The names of the ranked frames, in page order. */
async function rankedNames(page: Page): Promise<readonly (string | null)[]> {
  const pictures = await page
    .getByRole('list', { name: /^Recent pictures: / })
    .getByRole('img')
    .all()
  return Promise.all(pictures.map((picture) => picture.getAttribute('alt')))
}

/** The frames as the service ranks them in a state. */
async function rankedByService(
  id: string,
  state: { branch_id?: string; version_id?: string; include_working?: boolean },
) {
  const sent = Object.entries(frames).map(([name, url]) => ({ id: name, url }))
  const request = { profile_id: id, frames: sent, dimensions: ['aesthetics'], ...state }
  const { scores } = await palate.score(request)
  return scores.toSorted((a, b) => Number(b.aesthetics) - Number(a.aesthetics)).map(({ frame_id }) => frame_id)
}

/** The frames as ranked after a merge into main that resolves the answer in favour of one side. */
async function rankedAfterMerge(id: string, sourceBranchId: string, side: 'ours' | 'theirs') {
  const merge = { sourceBranchId, targetBranchId: 'main', strategy: side }
  const preview = await palate.profiles.preview(id, { from: 'main', to: { merge } })
  const compared = preview.frames.map(({ id: frameId, name = frameId, from, to }) => ({
    ...{ id: frameId, name: name.replace('.png', '') },
    before: from?.aesthetics ?? null,
    after: to.aesthetics ?? null,
  }))
  return inOrderOf('after', rankFrames(compared)).map(({ name }) => name)
}

describe('the history of a profile', () => {
  const browser = useBrowser()
  const open = (path: string, options: { readonly key?: string; readonly expected?: readonly RegExp[] } = {}) =>
    browser.newPage(service, { ...options, path })

  test('shows versions with message, author and changes, alongside another branch on demand', async () => {
    const { path } = await makeHistory('Lanes')
    const page = await open(path)
    const versions = page.getByRole('region', { name: 'Versions' }).getByRole('listitem')
    await expect.poll(() => versions.count()).toBe(2)
    await expect
      .poll(() => versions.first().textContent())
      .toMatch(/^TodayNo fogmain.*First key.*1 picture and 1 comparison added$/)
    await page.getByRole('listitem', { name: 'bold' }).getByRole('link', { name: 'compare with bold' }).click()
    await page.getByRole('heading', { name: 'main compared with bold' }).waitFor()
    expect(new URL(page.url()).search).toMatch(/^\?beside=br_/)
    await expect
      .poll(() => versions.getByRole('link').allTextContents())
      .toEqual(['Louder', 'No fog', 'Warm and quiet'])
    await expect.poll(() => versions.first().textContent()).toContain('On bold.')
    await look(page, 'history-lanes')
    await page.goBack()
    await page.getByRole('radio', { name: 'All branches' }).click()
    await page.getByRole('heading', { name: 'All branches' }).waitFor()
    await expect.poll(() => versions.count()).toBe(3)
    await expect.poll(() => versions.locator('img').count()).toBe(3)
    await look(page, 'history-all')
    await page.getByRole('radio', { name: 'This branch' }).click()
    await expect.poll(() => versions.count()).toBe(2)
  })

  test('shows the changes of a version and the diff between two versions as pictures and text', async () => {
    const { id, path, second, bold } = await makeHistory('Diff')
    const page = await open(path)
    await page.getByRole('link', { name: 'No fog' }).click()
    await page.getByRole('heading', { name: 'No fog' }).waitFor()
    // The link is gone, so the focus moves to the start of the new page.
    await page.locator('main:focus').waitFor()
    expect(new URL(page.url()).pathname).toBe(`${path}/${second.id}`)
    await page.getByRole('list', { name: 'Added as bad' }).getByRole('img', { name: 'bad: fog' }).waitFor()
    expect(await page.getByRole('list', { name: 'Added', exact: true }).textContent()).toBe('fjord over fog')
    await look(page, 'history-version')
    await visit(page, `${path}/compare?from=main&to=${bold.id}`)
    await page.getByRole('list', { name: 'Flipped' }).getByRole('img', { name: 'bad: sunset' }).waitFor()
    await page.getByRole('list', { name: 'Removed' }).first().waitFor()
    expect(await page.getByRole('definition').textContent()).toBe('quiet busy')
    // Two walls, in which the same picture is linked, and what only one of them passes.
    const wall = (name: string) => page.getByRole('list', { name: `Ranked by ${name}` })
    const linked = (name: string) => wall(name).locator('[data-linked]').getAttribute('aria-label')
    await wall('main')
      .getByRole('button', { name: /^fjord: / })
      .hover()
    expect((await linked('bold'))?.split(':')[0]).toBe('fjord')
    await expect.poll(() => wall('bold').getByRole('listitem').count()).toBe(3)
    await page.getByRole('radio', { name: /^Only bold passes: \d$/ }).click()
    const { frames: both } = await palate.profiles.preview(id, { from: 'main', to: bold.id, verdict: true })
    const onlyBold = both.filter(
      ({ verdict: { aesthetics } = {} }) => aesthetics?.from !== 'pass' && aesthetics?.to === 'pass',
    )
    await expect.poll(() => wall('bold').getByRole('listitem').count()).toBe(onlyBold.length)
    expect(await page.getByRole('main').textContent()).not.toMatch(/[{}]|frame:|"label"/)
    await look(page, 'history-compare')
  })

  test('shows removed pictures of other hosts where they were removed and where a roll-back would restore them', async () => {
    const { id } = await palate.profiles.create({ projectId, name: 'Removed' })
    const harbour = { id: 'harbour', name: 'harbour', label: 'good', url: await stage.picture('cold', 12) } as const
    await palate.annotations.add(id, { constraints: [quiet], exemplars: [harbour] })
    const first = await palate.profiles.commit(id, { message: 'With the harbour' })
    await palate.profiles.diagnostics(id)
    const thumbnails = async () => (await palate.profiles.pictures(id, { version_id: first.id })).pictures
    await expect.poll(thumbnails).toEqual([expect.objectContaining({ thumbnail: expect.any(String) })])
    await palate.annotations.add(id, { exemplars: [{ id: 'harbour', removed: true }] })
    const second = await palate.profiles.commit(id, { message: 'Without it' })
    const page = await open(`/profiles/${id}/history/${second.id}`)
    const isShown = async (list: string) => {
      const picture = page.getByRole('list', { name: list }).locator('img[alt="good: harbour"]')
      // Pictures are loaded lazily.
      await picture.scrollIntoViewIfNeeded()
      return picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0)
    }
    await expect.poll(() => isShown('Removed')).toBe(true)
    await page.goto(`${service.url}/profiles/${id}/history/${first.id}/roll-back`)
    await expect.poll(() => isShown('Added as good')).toBe(true)
  })

  test('previews uncommitted work, reports a lost race, keeps what was typed, and commits', async () => {
    const { id, path, second } = await makeHistory('Race')
    await palate.annotations.add(id, { exemplars: [{ id: 'fjord', url: frames.fjord, label: 'good' }] })
    const page = await open(`${path}/uncommitted`, { expected: [/status of (409|412)/] })
    await page.getByRole('list', { name: 'Recent pictures: With them' }).waitFor()
    const withThem = await rankedByService(id, { branch_id: 'main', include_working: true })
    await expect.poll(() => rankedNames(page)).toEqual(withThem)
    await page.getByRole('radio', { name: 'Without them' }).click()
    await page.getByRole('list', { name: 'Recent pictures: Without them' }).waitFor()
    const without = await rankedByService(id, { branch_id: 'main' })
    await expect.poll(() => rankedNames(page)).toEqual(without)
    await look(page, 'history-uncommitted')
    // The page was opened before this commit, so its own is refused.
    const others = { id: 'others', branchId: 'main', parentVersionId: second.id, message: 'Of somebody else' }
    await palate.profiles.update(id, { profileData: { versions: [{ ...others, snapshot: { constraints: [quiet] } }] } })
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Fjords, too')
    await message.press('Enter')
    const alert = page.getByRole('alert')
    expect(await alert.textContent()).toMatch(
      /^Somebody else saved a version on this branch.*review it, then try again/,
    )
    await takeScreenshot(page, 'history-race')
    expect(await message.inputValue()).toBe('Fjords, too')
    await expect.poll(() => commitUntilDone(page)).toBe(true)
    const { versions } = await palate.profiles.history(id, { branchId: 'main', limit: 2 })
    expect(versions.map((version) => version.message)).toEqual(['Fjords, too', 'Of somebody else'])
  })

  test('frames animate to their places, or jump there with reduced motion', async () => {
    const { id } = await palate.profiles.create({ projectId, name: 'Motion' })
    const labels = (sunset: 'good' | 'bad', fjord: 'good' | 'bad') => [
      { id: 'sunset', url: frames.sunset, label: sunset },
      { id: 'fjord', url: frames.fjord, label: fjord },
    ]
    await palate.annotations.add(id, { exemplars: labels('good', 'bad') })
    await palate.profiles.commit(id, { message: 'Warm' })
    await palate.annotations.add(id, { exemplars: labels('bad', 'good') })
    const after = await rankedByService(id, { branch_id: 'main', include_working: true })
    const before = await rankedByService(id, { branch_id: 'main' })
    expect(after).not.toEqual(before)
    const page = await open(`/profiles/${id}/history/uncommitted`)
    await expect.poll(() => rankedNames(page)).toEqual(after)
    await page.evaluate(`
      const animate = Element.prototype.animate
      window.glides = 0
      Element.prototype.animate = function (...how) { window.glides++; return animate.apply(this, how) }
    `)
    await page.getByRole('radio', { name: 'Without them' }).press('Space')
    await expect.poll(() => rankedNames(page)).toEqual(before)
    expect(await page.evaluate('window.glides')).toBe(0)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('radio', { name: 'With them' }).press('Space')
    await expect.poll(() => rankedNames(page)).toEqual(after)
    expect(await page.evaluate('window.glides')).toBeGreaterThan(0)
  })

  test('creates a branch, switches, and deletes a branch whose versions are kept', async () => {
    const { id, path } = await makeHistory('Branches')
    const page = await open(path)
    await page.getByRole('button', { name: 'New branch' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('calm')
    await lookAtDialog(page, 'history-new-branch')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'calm compared with main' }).waitFor()
    // Only this window shows it, and its address says so.
    expect(new URL(page.url()).searchParams.get('branch')).not.toBe(null)
    expect((await palate.profiles.get(id, { snapshots: 'omit' })).profileData.currentBranchId).toBe('main')
    await page.getByRole('listitem', { name: 'main' }).getByRole('button', { name: 'View' }).click()
    await page.getByRole('heading', { name: 'Versions of main' }).waitFor()
    await page.getByRole('button', { name: 'More for bold' }).click()
    await page.getByRole('menuitem', { name: 'Delete branch' }).click()
    expect(await page.getByRole('dialog').textContent()).toContain('1 of its versions is on no other branch')
    await lookAtDialog(page, 'history-delete-branch')
    await page.getByRole('button', { name: 'Delete branch' }).click()
    await page.getByText('1 version set aside').click()
    await page.getByRole('link', { name: 'Louder' }).waitFor()
    await takeScreenshot(page, 'history-set-aside')
    const { profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(profileData.branches.map(({ name }) => name)).toEqual(['main', 'calm'])
    expect(profileData.currentBranchId).toBe('main')
    await page.getByRole('link', { name: 'Louder' }).click()
    await page.getByRole('button', { name: 'Branch from here' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('bold again')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('listitem', { name: 'bold again' }).getByRole('link', { name: 'Merge into main' }).waitFor()
  })

  test('merges a branch from its row, with a choice for each conflict', async () => {
    const { id, path, bold } = await makeHistory('Merge')
    // Main changes the same answer, so the branches conflict.
    await palate.annotations.add(id, { constraints: [{ ...quiet, answer: 'calm' }] })
    await palate.profiles.commit(id, { message: 'Calm' })
    const page = await open(path)
    await page.getByRole('listitem', { name: 'bold' }).getByRole('link', { name: 'Merge into main' }).click()
    const choice = page.getByRole('radiogroup', { name: 'Busy or quiet?' })
    await choice.waitFor()
    await page.getByRole('list', { name: 'Recent pictures: After the merge' }).waitFor()
    const unsettled = page.getByText('Unresolved conflicts are ranked as on main.')
    await unsettled.waitFor()
    await expect.poll(() => rankedNames(page)).toEqual(await rankedAfterMerge(id, bold.id, 'ours'))
    expect(await page.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Merge (0 of 1)' }).waitFor()
    await look(page, 'history-merge')
    // On a phone nothing scrolls sideways, and the button stays in sight.
    await page.setViewportSize({ width: 390, height: 700 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    const bar = await page.getByRole('button', { name: 'Merge (0 of 1)' }).boundingBox()
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(700)
    await page.setViewportSize({ width: 1280, height: 800 })
    const ranked = page.waitForResponse((answer) => answer.request().postData()?.includes('"q":"theirs"') ?? false)
    await page.keyboard.press('2')
    await unsettled.waitFor({ state: 'detached' })
    expect((await ranked).status()).toBe(200)
    await expect.poll(() => rankedNames(page)).toEqual(await rankedAfterMerge(id, bold.id, 'theirs'))
    await page.getByRole('button', { name: 'Merge (1 of 1)' }).click()
    await page.getByRole('heading', { name: 'Versions of main' }).waitFor()
    const { effectiveSnapshot, profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(effectiveSnapshot.constraints).toEqual([expect.objectContaining({ id: 'q', answer: 'busy' })])
    expect(effectiveSnapshot.exemplars.map((one) => [one.id, one.label])).toEqual([
      ['sunset', 'bad'],
      ['fog', 'bad'],
    ])
    expect(profileData.versions.at(-1)).toMatchObject({ branchId: 'main', message: 'Merge bold into main' })
  })

  test('rolls back after a preview', async () => {
    const { id, path, first } = await makeHistory('Back')
    const page = await open(`${path}/${first.id}`)
    await page.getByRole('link', { name: 'Roll back to this' }).click()
    const ranked = page.getByRole('list', { name: 'Recent pictures: After the roll-back' })
    await ranked.waitFor()
    const after = await rankedByService(id, { version_id: first.id })
    await expect.poll(() => rankedNames(page)).toEqual(after)
    for (const text of await ranked.getByRole('listitem').allTextContents())
      expect(text).toMatch(/stays|from \d\w\w to \d/)
    await page.getByRole('list', { name: 'Removed' }).first().waitFor()
    await look(page, 'history-roll-back')
    await page.getByRole('button', { name: 'Roll back', exact: true }).click()
    await page.getByRole('link', { name: 'Back to “Warm and quiet”' }).waitFor()
    const { effectiveSnapshot } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(effectiveSnapshot.exemplars.map((one) => one.id)).toEqual(['sunset'])
    await page.getByText('1 version set aside').click()
    await page.getByRole('link', { name: 'No fog' }).click()
    await page.getByRole('link', { name: 'Roll back to this' }).waitFor()
  })

  test('refuses to roll back past a concurrent commit, says so, and keeps what was typed', async () => {
    const { id, path, first, second } = await makeHistory('Back too late')
    const page = await open(`${path}/${first.id}/roll-back`, { expected: [/status of (409|412)/] })
    const others = { id: 'unseen', branchId: 'main', parentVersionId: second.id, message: 'Of somebody else' }
    let isFirst = true
    await page.route(`**/v1/profiles/${id}`, async (route) => {
      // After the page has checked whether the branch moved, and before it writes.
      if (route.request().method() === 'PATCH' && isFirst) {
        isFirst = false
        const versions = [{ ...others, snapshot: { constraints: [quiet] } }]
        await palate.profiles.update(id, { profileData: { versions } })
      }
      await route.continue()
    })
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Back to the warm ones')
    await page.getByRole('button', { name: 'Roll back', exact: true }).click()
    expect(await page.getByRole('alert').textContent()).toMatch(
      /^Somebody else saved a version on this branch.*nothing was saved/,
    )
    expect(await message.inputValue()).toBe('Back to the warm ones')
    const { profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(profileData.branches.find(({ name }) => name === 'main')?.headVersionId).toBe('unseen')
  })

  test('hides every action that changes the profile from a read-only key', async () => {
    const { id, path, first } = await makeHistory('Read only')
    await palate.annotations.add(id, { constraints: [{ ...quiet, answer: 'silent' }] })
    const { key = '' } = await palate.keys.create({ name: 'Reader', scopes: ['read'] })
    const page = await open(path, { key })
    await page.getByRole('listitem', { name: 'bold' }).waitFor()
    for (const name of ['New branch', 'Make current']) expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(await page.getByRole('link', { name: /^Merge/ }).count()).toBe(0)
    await visit(page, `${path}/${first.id}`)
    await page.getByRole('link', { name: 'Compare with main' }).waitFor()
    expect(await page.getByRole('link', { name: 'Roll back to this' }).count()).toBe(0)
    await visit(page, `${path}/uncommitted`)
    await page.getByRole('heading', { name: 'Answers' }).waitFor()
    expect(await page.getByRole('button', { name: 'Save version' }).count()).toBe(0)
  })

  test('says when there is nothing yet, and when a URL names nothing', async () => {
    const { id } = await palate.profiles.create({ projectId, name: 'Empty' })
    const page = await open(`/profiles/${id}/history`)
    await page.getByRole('heading', { name: 'No versions yet' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/profiles/${id}/history`)
    await look(page, 'history-empty')
    await visit(page, `/profiles/${id}/history/uncommitted`)
    await page.getByRole('heading', { name: 'Everything is saved' }).waitFor()
    await visit(page, `/profiles/${id}/history/ver_unknown`)
    await page.getByRole('heading', { name: 'Version not found' }).waitFor()
    await visit(page, `/profiles/${id}/history/merge?from=main&into=main`)
    await page.getByRole('heading', { name: 'Nothing to merge' }).waitFor()
  })
})

/** Presses the button until the history opens: the page may not have read the new state yet. */
async function commitUntilDone(page: Page): Promise<boolean> {
  const isDone = await page.getByRole('link', { name: 'Fjords, too', exact: true }).count()
  if (isDone > 0) return true
  const button = page.getByRole('button', { name: 'Save version', exact: true })
  await button.click({ timeout: 1_000 }).catch(() => undefined)
  return false
}
