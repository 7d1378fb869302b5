import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import { startService, type TestService } from '../harness/service.ts'
import { startPictureHost } from '../scoring/picture-host.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'
import { loopbackAllowed } from '../scoring/scoring-service.ts'
import { look, lookAtDialog, visit } from './look.ts'
import { paintNumber, pictureFile } from './taught-profile.ts'

const browser = useBrowser()
let service: TestService
let palate: Palate
/** A profile with six good and six bad pictures, an answer, two branches and an uncommitted label. */
let taught: string

beforeAll(async () => {
  service = await startService('sqlite')
  palate = new Palate({ url: service.url, apiKey: service.key })
  taught = (await palate.profiles.create({ projectId: 'studio', name: 'Editorial', seed: 'calm and warm' })).id
  const exemplar = async (mood: 'warm' | 'cold', seed: number) => ({
    url: dataUrl(await paint({ mood, seed })),
    label: mood === 'warm' ? ('good' as const) : ('bad' as const),
  })
  const seeds = [1, 2, 3, 4, 5, 6]
  const exemplars = await Promise.all(seeds.flatMap((seed) => [exemplar('warm', seed), exemplar('cold', seed)]))
  await palate.annotations.add(taught, { exemplars, constraints: [{ question: 'Warm or cool?', answer: 'warm' }] })
  await palate.profiles.commit(taught, { message: 'Warm ones' })
  await palate.profiles.branch(taught, { name: 'summer' })
  await palate.annotations.add(taught, { exemplars: [await exemplar('warm', 7)] })
  await palate.profiles.create({ projectId: 'website', name: 'Brand' })
})
afterAll(() => service?.stop())

describe('profiles', () => {
  test('are grouped by project, and the search is in the URL', async () => {
    const page = await browser.newPage(service, { path: '/profiles' })
    await page.getByRole('region', { name: 'Project studio' }).getByRole('link', { name: 'Editorial' }).waitFor()
    await page.getByRole('region', { name: 'Project website' }).getByRole('link', { name: 'Brand' }).waitFor()
    await page.getByText(/^6 good · knows you \d+ %$/).waitFor()
    await look(page, 'profiles')
    await page.getByRole('searchbox', { name: 'Search profiles' }).fill('brand')
    await page.getByText('1 profile', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('brand')
    await page.reload()
    await page.getByRole('link', { name: 'Brand' }).waitFor()
    expect(await page.getByRole('link', { name: 'Editorial' }).count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Search profiles' }).fill('nowhere')
    await page.getByRole('button', { name: 'Show all profiles' }).click()
    await page.getByRole('link', { name: 'Editorial' }).waitFor()
  })

  test('are created by keyboard alone, based on another one, and deleted by typing the name', async () => {
    const page = await browser.newPage(service, { path: '/profiles' })
    await page.getByRole('button', { name: 'New profile' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'New profile' }).waitFor()
    await page.keyboard.type('Copied')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Dark landscapes. No neon.')
    await page.getByText('Taken as: darker; less neon. Kept as words: “landscapes”.').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('studio')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Based on' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Editorial (studio)' }).waitFor()
    await page.keyboard.type('Edit')
    await page.keyboard.press('Enter')
    await lookAtDialog(page, 'profiles-new')
    await page.getByRole('button', { name: 'Create profile' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Copied', level: 1 }).waitFor()
    await page.getByRole('region', { name: /^Good: 6 pictures/ }).waitFor()

    await page
      .getByRole('img', { name: /guessed \d+ % of unseen judgements right|cannot predict you/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'More for Copied' }).click()
    await page.getByRole('menuitem', { name: 'Delete profile' }).click()
    const confirm = page.getByRole('button', { name: 'Delete permanently' })
    expect(await confirm.isDisabled()).toBe(true)
    await page.getByLabel('Type “Copied” to confirm').fill('Copied')
    await lookAtDialog(page, 'profiles-delete')
    await confirm.click()
    await page.getByRole('heading', { name: 'Profiles', level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Copied' }).count()).toBe(0)
  })

  test('keep what was typed after an error', async () => {
    const page = await browser.newPage(service, { path: '/profiles?dialog=new', expected: [/status of 409/] })
    await page.getByLabel('Name').fill('Brand')
    await page.getByRole('combobox', { name: 'Project' }).fill('website')
    // Leaving the field closes its list.
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Create profile' }).click()
    await page.getByText('This name is already in use. Choose another one.').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toBe('Brand')
  })

  test('are exported, and imported under another name', async () => {
    const page = await browser.newPage(service, { path: `/profiles/${taught}` })
    await page.getByRole('button', { name: 'More for Editorial' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export to a file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Editorial.palate.json')
    await visit(page, '/profiles?dialog=import')
    await page.locator('input[type=file]').setInputFiles(await download.path())
    await page.getByLabel('Name').fill('Imported')
    await lookAtDialog(page, 'profiles-import')
    await page.getByRole('button', { name: 'Import profile' }).click()
    await page.getByRole('heading', { name: 'Imported', level: 1 }).waitFor()
  })
})

describe('a profile at a glance', () => {
  test('shows its taste in words, pictures and numbers', async () => {
    const page = await browser.newPage(service, { path: `/profiles/${taught}` })
    await page.getByText('calm and warm').waitFor()
    const good = page.getByRole('region', { name: /^Good: 7 pictures/ })
    // The most representative ones first, in full rows.
    const representative = (await palate.profiles.brief(taught, { include_working: 'true' })).representative
    expect(representative).toHaveLength(7)
    await good.getByRole('button', { name: 'Show all 7' }).click()
    await good.getByText('not saved').waitFor()
    await page.getByRole('region', { name: 'Not good: 6 pictures' }).waitFor()
    await page.getByText('1 label. They affect scores once you save them as a version.').waitFor()
    const traits = page.getByRole('list', { name: 'Strongest traits' })
    await traits.getByText('warm', { exact: true }).waitFor()
    expect(await traits.locator('img').count()).toBe(await traits.getByRole('listitem').count())
    await page.getByRole('list', { name: 'Colours of the good pictures' }).getByText(/^#/).first().waitFor()
    await page
      .getByText(/^A score of \d+ % passes \d of the 7 you like and \d of the 6 you don’t, each held out/)
      .waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy brief' }).click()
    await page.getByText('Brief copied as Markdown.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('Editorial')
    await page.getByText('Taken as: warmer.').waitFor()
    await page
      .getByRole('img', { name: /guessed \d+ % of unseen judgements right|cannot predict you/ })
      .first()
      .waitFor()
    await page.getByText(/^warm: .+ The good pictures are more so than \d+ %/).waitFor()
    expect(await page.getByText('No picture').count()).toBe(0)
    await look(page, 'overview')
    await page.setViewportSize({ width: 768, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(768)
    await takeScreenshot(page, 'overview-narrow')
    await page.setViewportSize({ width: 390, height: 844 })
    const first = (await good.getByRole('img').first().boundingBox()) ?? { y: Number.POSITIVE_INFINITY }
    expect(first.y + (await page.evaluate<number>('scrollY'))).toBeLessThan(250)
    // The main places are at the thumb; how much may be judged is a setting.
    const places = page.getByRole('navigation', { name: 'Palate' })
    const bar = (await places.boundingBox()) ?? { y: 0, height: 0 }
    expect(bar.y + bar.height).toBe(844)
    await page.getByRole('button', { name: 'More for Editorial' }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('dialog', { name: 'Settings' }).getByText('13 of 50', { exact: true }).waitFor()
    await lookAtDialog(page, 'settings')
    await page.keyboard.press('Escape')
    await places.getByRole('link', { name: 'Library' }).click()
    await page.waitForURL(`**/profiles/${taught}/library`)
  })

  test('can be shared while its brief is made, and a brief that failed is made again', async () => {
    const page = await browser.newPage(service, { path: null, expected: [/status of 503/] })
    const gate = Promise.withResolvers<void>()
    await page.route(`**/v1/profiles/${taught}/brief?*`, async (route) => {
      await gate.promise
      await route.fulfill({ status: 503 })
    })
    await page.goto(`${service.url}/profiles/${taught}`)
    const brief = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Brief', exact: true }) })
    await brief.getByText('Describing the taste…').waitFor()
    await brief.getByRole('button', { name: 'Share' }).waitFor()
    gate.resolve()
    await brief.getByRole('alert').waitFor()
    await look(page, 'overview-without-brief')
    await page.unrouteAll({ behavior: 'wait' })
    await brief.getByRole('button', { name: 'Try again' }).click()
    await brief.getByRole('list', { name: 'Colours of the good pictures' }).waitFor()
  })

  test('its header views another branch, for this window alone, and links to the uncommitted changes', async () => {
    const page = await browser.newPage(service, { path: `/profiles/${taught}` })
    await page.getByRole('button', { name: 'Branch main. View another' }).click()
    await lookAtDialog(page, 'branch-menu')
    await page.getByRole('menuitemradio', { name: 'summer' }).click()
    await page.getByRole('button', { name: 'Branch summer. View another' }).waitFor()
    expect((await palate.profiles.get(taught)).profileData.currentBranchId).toBe('main')
    await page.getByRole('link', { name: '1 change to save' }).click()
    await page.waitForURL(`**/profiles/${taught}/history/uncommitted?branch=*`)
    await page.goBack()
    await page.getByRole('region', { name: /^Good: 7 pictures/ }).waitFor()
  })

  test('a profile without judgements says how to start, and a missing profile is reported', async () => {
    const { id } = await palate.profiles.create({ projectId: 'website', name: 'Blank' })
    const page = await browser.newPage(service, { path: `/profiles/${id}`, expected: [/status of 404/] })
    await page.getByRole('link', { name: 'Start teaching', exact: true }).waitFor()
    await look(page, 'overview-blank')
    await visit(page, '/profiles/prof_gone')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to profiles' }).waitFor()
    await look(page, 'profile-not-found')
  })
})

describe('the first run', () => {
  test('sample pictures and addresses land on one pile, which is sorted by keyboard', async () => {
    const empty = await startService('sqlite', loopbackAllowed)
    const host = await startPictureHost()
    host.show('a.png', { bytes: await paintNumber(41) })
    try {
      const page = await browser.newPage(empty, { path: '/profiles' })
      await page.getByRole('button', { name: 'Try with sample pictures' }).click()
      await page.getByRole('heading', { name: 'My first taste', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Sort 12 pictures' }).waitFor()
      await page
        .getByRole('textbox', { name: 'Addresses of pictures' })
        .fill(`${host.url('a.png')} ${host.url('gone.png')}`)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('button', { name: 'Sort 13 pictures' }).waitFor()
      await look(page, 'start-pile')
      await page.getByRole('button', { name: 'Sort 13 pictures' }).click()
      await page.waitForURL(/\/teach\/label/)
      await page.locator('section[aria-label="One picture"] [data-state="ready"] > img').waitFor()
      await page.keyboard.press('g')
      const first = new Palate({ url: empty.url, apiKey: empty.key })
      const [profile] = (await first.profiles.list({})).profiles
      const labels = async () => (await first.profiles.get(profile?.id ?? '')).profileData.workingChanges.exemplars
      await expect.poll(labels).toMatchObject([{ label: 'good' }])
    } finally {
      await browser.closePages()
      await empty.stop()
      await host.close()
    }
  })
})

describe('every page', () => {
  test('is found by its name with ⌘K', async () => {
    const page = await browser.newPage(service, { path: '/keys' })
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Go to' })
    await palette.getByRole('option', { name: /^Profiles/ }).waitFor()
    await lookAtDialog(page, 'palette')
    await page.keyboard.type('edit prof')
    await palette.getByRole('option', { name: /^Editorial/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Editorial', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Go to' }).click()
    await page.keyboard.type('warm ones')
    await palette.getByRole('option', { name: /^Warm ones/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Warm ones', level: 2 }).waitFor()
    // A branch too, and one Escape closes it whatever was typed.
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('summer')
    await palette.getByRole('option', { name: /^summer Branch/ }).waitFor()
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
  })

  test('fits on a phone', async () => {
    const address = `https://pictures.invalid/${'campaign'.repeat(12)}.jpg`
    const long = await palate.profiles.create({ projectId: 'website', name: 'Long'.repeat(20), seed: address })
    await palate.annotations.add(long.id, {
      exemplars: [{ url: address, label: 'good' }],
      constraints: [{ question: address, answer: address }],
    })
    const below = ['', '/history', '/history?view=all', '/history/uncommitted', '/contradictions']
    const paths = [taught, long.id].flatMap((id) => below.map((path) => `/profiles/${id}${path}`))
    const page = await browser.newPage(service, { path: null })
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/profiles', '/events', '/keys', '/health', ...paths]) {
      await page.goto(new URL(path, service.url).href)
      const level = path.startsWith('/profiles/') ? 2 : 1
      await page.getByRole('main').getByRole('heading', { level }).first().waitFor()
      // The spinner appears late, so it may be hidden.
      await expect.poll(() => page.locator('[role=status]', { hasText: /…$/ }).count()).toBe(0)
      await takeScreenshot(page, `phone${path.replace(/prof_\w{20}/g, '').replace(/\W+/g, '-')}`)
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390])
    }
  })

  test('shows only what the key may do', async () => {
    const reader = await palate.keys.create({ name: 'Reader', scopes: ['read'] })
    const page = await browser.newPage(service, { path: `/profiles/${taught}`, key: reader.key ?? '' })
    await page.getByRole('link', { name: 'History' }).waitFor()
    expect(await page.getByRole('link', { name: /^(Teach|Score)$/ }).count()).toBe(0)
    await page.getByText('1 change not saved').waitFor()
    expect(await page.getByText('Review and save').count()).toBe(0)
    const pipeline = await palate.keys.create({ name: 'Pipeline', scopes: ['score'] })
    const other = await browser.newPage(service, { path: '/', key: pipeline.key ?? '' })
    await other.getByRole('heading', { name: 'Score', level: 1 }).waitFor()
    await other.getByText('Key may score').waitFor()
    await other.getByText('Pipeline', { exact: true }).waitFor()
    await other
      .getByRole('textbox', { name: 'Link or id of a profile' })
      .fill(`${service.url}/profiles/${taught}/score`)
    await other.getByRole('button', { name: 'Use this profile' }).click()
    await other.getByRole('heading', { name: 'Drop pictures or URLs here' }).waitFor()
    // A link to the profile's own page leads here, too.
    await other.goto(`${service.url}/profiles/${taught}/score`)
    await other.getByRole('heading', { name: 'Drop pictures or URLs here' }).waitFor()
    await look(other, 'score-key')
    await other.locator('input[type=file]').setInputFiles([await pictureFile(30), await pictureFile(31)])
    const cards = other.getByRole('list', { name: 'Ranked pictures' }).locator('[data-wall-item]')
    await expect.poll(() => cards.count()).toBe(2)
    await look(other, 'score-key-ranked')
  })
})
