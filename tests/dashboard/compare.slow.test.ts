import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { createFlakyProxy } from '../harness/flaky-proxy.ts'
import { freePort } from '../harness/free-port.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import { createHome, startService } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { look, lookAtDialog, visit } from './look.ts'
import { createProfile, createProject, pictureFile, stateOf } from './taught-profile.ts'

interface ShownPair {
  readonly id: string
  readonly left: string
  readonly right: string
}

/** The visible pair, once it can be judged and differs from the one before. */
async function shownPair(page: Page, before?: ShownPair): Promise<ShownPair> {
  const other = before ? `:not([data-pair="${before.id}"])` : ''
  const pair = page.locator(`[data-ready]${other}`)
  await pair.waitFor()
  const sources = await pair.locator('img').evaluateAll((images) => images.map((image) => image.getAttribute('src')))
  const [left = '', right = ''] = sources.map((source) => source?.split('/').at(-1) ?? '')
  return { id: (await pair.getAttribute('data-pair')) ?? '', left, right }
}

/** Presses a key and waits for the next pair. */
async function press(page: Page, key: string, before: ShownPair): Promise<ShownPair> {
  await page.keyboard.press(key)
  return shownPair(page, before)
}

function comparison(pair: ShownPair, winner: string) {
  const reference = (id: string) => ({ id, url: `frame:${id}` })
  return { frameA: reference(pair.left), frameB: reference(pair.right), winner }
}

describe('comparing', () => {
  const service = useService('sqlite')
  const browser = useBrowser()
  const stored = (id: string) => stateOf(service, id)
  // Most tests judge pictures of one library, each with its own profile.
  beforeAll(() => createProject(service, 'library', 8))

  /** Opens the page. Returns the frames of the first four pairs. */
  async function openCompare(page: Page, id: string): Promise<readonly string[]> {
    const answer = page.waitForResponse(/suggestions\?kind=comparison/)
    await page.goto(`${service.url}/profiles/${id}/teach/compare`)
    const { suggestions } = (await (await answer).json()) as { suggestions: readonly Suggested[] }
    return suggestions.slice(0, 4).flatMap(({ frameA, frameB }) => [frameA.id, frameB.id])
  }

  test('the keyboard alone chooses, ties, labels both, skips and undoes, and judgements are stored in order', async () => {
    const id = await createProfile(service, 'library', 'First')
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach` })
    const first = await shownPair(page)
    const second = await press(page, 'ArrowRight', first)
    const third = await press(page, 'ArrowDown', second)
    const fourth = await press(page, 'g', third)
    await expect
      .poll(async () => (await stored(id)).exemplars)
      .toMatchObject([
        { frameId: third.left, label: 'good', url: `frame:${third.left}` },
        { frameId: third.right, label: 'good' },
      ])
    const { comparisons } = await stored(id)
    expect(comparisons).toMatchObject([comparison(first, first.right), comparison(second, 'tie')])

    const fifth = await press(page, ' ', fourth)
    expect(await press(page, 'Backspace', fifth)).toEqual(fourth)
    expect(await press(page, 'Backspace', fourth)).toEqual(third)
    expect(await press(page, 'Backspace', third)).toEqual(second)
    await expect
      .poll(() => stored(id))
      .toMatchObject({
        comparisons: [comparison(first, first.right)],
        exemplars: [],
        budget: { comparisons: { used: 1 }, labels: { used: 0 } },
      })
    // A held key counts once.
    await page.keyboard.down('ArrowLeft')
    await page.keyboard.down('ArrowLeft')
    await page.keyboard.up('ArrowLeft')
    await shownPair(page, second)
    await expect
      .poll(async () => (await stored(id)).comparisons)
      .toMatchObject([comparison(first, first.right), comparison(second, second.left)])
    // The pictures are small, so they are magnified.
    await page.keyboard.press('z')
    await expect.poll(() => page.locator('[data-ready] img[style*="scale: 2"]').count()).toBe(2)
    await page.keyboard.press('z')
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate('document.fullscreenElement?.ariaLabel')).toBe('Two pictures')
    await page.keyboard.press('f')
    await expect.poll(() => page.evaluate('document.fullscreenElement')).toBeNull()
    await look(page, 'teach-compare')
  })

  test('the next three pairs are preloaded, and keys are ignored until both pictures are visible', async () => {
    const { id } = await createProject(service, 'ahead', 8)
    const page = await browser.newPage(service, { path: null })
    const gate = Promise.withResolvers<void>()
    const paths = new Set<string>()
    await page.route('**/api/frames/*', async (route) => {
      paths.add(route.request().url().split('/').at(-1) ?? '')
      await gate.promise
      await route.continue()
    })
    const ahead = await openCompare(page, id)
    await expect.poll(() => ahead.filter((frame) => !paths.has(frame))).toEqual([])
    await page.keyboard.press('ArrowLeft')
    gate.resolve()
    const first = await shownPair(page)
    expect([first.left, first.right].sort()).toEqual(ahead.slice(0, 2).sort())
    await press(page, 'ArrowLeft', first)
    await expect.poll(async () => (await stored(id)).comparisons).toMatchObject([comparison(first, first.left)])
  })

  test('one request for pairs also says how many more judgements would help', async () => {
    const id = await createProfile(service, 'library', 'Asked once')
    const page = await browser.newPage(service, { path: null })
    const paths: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/suggestions?')) paths.push(new URL(request.url()).search)
    })
    await openCompare(page, id)
    await shownPair(page)
    await page.getByText(/more would help/).waitFor()
    expect(paths).toEqual(['?kind=comparison&dimension=aesthetics&limit=8'])
  })

  test('after five judgements a note beside the stage says what was learned, and judging goes on', async () => {
    const id = await createProfile(service, 'library', 'Second')
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach/compare` })
    let shown = await shownPair(page)
    let before = shown
    for (let i = 0; i < 5; i++) {
      before = shown
      shown = await press(page, 'ArrowLeft', shown)
    }
    const note = page.getByRole('region', { name: 'What it learned' })
    await note.getByRole('listitem').first().waitFor()
    await note.getByText(/change places\. Largest move: /).waitFor()
    await look(page, 'teach-learned')
    expect((await stored(id)).budget.comparisons.used).toBe(5)
    expect(await press(page, 'Backspace', shown)).toEqual(before)
    await note.getByRole('button', { name: 'Hide' }).click()
    await note.waitFor({ state: 'detached' })
  })

  test('judgements made while offline are kept and sent on reconnect', async () => {
    const { id } = await createProject(service, 'offline', 8)
    const page = await browser.newPage(service, { path: null, expected: [/ERR_INTERNET_DISCONNECTED/] })
    const loaded = new Set<string>()
    page.on('requestfinished', (request) => loaded.add(request.url().split('/').at(-1) ?? ''))
    const ahead = await openCompare(page, id)
    const first = await shownPair(page)
    await expect.poll(() => ahead.filter((frame) => !loaded.has(frame))).toEqual([])
    await page.context().setOffline(true)
    const second = await press(page, 'ArrowLeft', first)
    await press(page, 'ArrowRight', second)
    await page.getByText('2 judgements not saved yet').waitFor()
    await takeScreenshot(page, 'teach-offline')
    await page.context().setOffline(false)
    await expect
      .poll(async () => (await stored(id)).comparisons)
      .toMatchObject([comparison(first, first.left), comparison(second, second.right)])
    await page.getByText('not saved yet').waitFor({ state: 'detached' })
  })

  test('judgements made while the service is down, or whose response is lost, are stored once when it is back', async () => {
    const home = await createHome('sqlite')
    const env = { PALATE_PORT: String(await freePort()) }
    let running = await startService('sqlite', env, home)
    const proxy = await createFlakyProxy(new URL(running.url))
    const reached = { url: `http://127.0.0.1:${proxy.port}`, key: running.key }
    try {
      const { id } = await createProject(running, 'restart', 8)
      const page = await browser.newPage(reached, { path: null, isNew: true, expected: [/ERR_/, /status of 503/] })
      const loaded = new Set<string>()
      page.on('requestfinished', (request) => loaded.add(request.url().split('/').at(-1) ?? ''))
      const answer = page.waitForResponse(/suggestions\?kind=comparison/)
      await page.goto(`${reached.url}/profiles/${id}/teach/compare`)
      const { suggestions } = (await (await answer).json()) as { suggestions: readonly Suggested[] }
      const ahead = suggestions.slice(0, 4).flatMap(({ frameA, frameB }) => [frameA.id, frameB.id])
      const first = await shownPair(page)
      await expect.poll(() => ahead.filter((frame) => !loaded.has(frame))).toEqual([])
      // The service stores the first one, but the page does not get the response.
      proxy.loseAnswers()
      const second = await press(page, 'ArrowLeft', first)
      await expect.poll(async () => (await stateOf(running, id)).comparisons).toHaveLength(1)
      await running.stop()
      proxy.drop()
      const third = await press(page, 'ArrowRight', second)
      await press(page, 'ArrowDown', third)
      await page.getByText(/judgements? not saved yet/).waitFor()
      running = await startService('sqlite', env, home)
      await expect
        .poll(async () => (await stateOf(running, id)).comparisons)
        .toMatchObject([comparison(first, first.left), comparison(second, second.right), comparison(third, 'tie')])
      await page.getByText('not saved yet').waitFor({ state: 'detached' })
      expect((await stateOf(running, id)).budget.comparisons.used).toBe(3)
    } finally {
      await browser.closePages()
      await proxy.cut()
      await running.stop()
      await home.remove()
    }
  })

  test('pairs and pictures are judged by touch on a narrow screen', async () => {
    const id = await createProfile(service, 'library', 'Touched')
    const touch = { hasTouch: true, isMobile: true, viewport: { width: 768, height: 1024 } }
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach/compare`, ...touch })
    const first = await shownPair(page)
    await page.getByRole('button', { name: 'The right picture is better' }).tap()
    const second = await shownPair(page, first)
    await page.getByRole('button', { name: 'Both bad' }).tap()
    await shownPair(page, second)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(768)
    await takeScreenshot(page, 'teach-compare-touch')
    await page.getByRole('link', { name: 'Label' }).tap()
    await page.getByRole('button', { name: 'Good' }).tap()
    await expect
      .poll(() => stored(id))
      .toMatchObject({
        comparisons: [comparison(first, first.right)],
        exemplars: [{ frameId: second.left, label: 'bad' }, { frameId: second.right, label: 'bad' }, { label: 'good' }],
      })
  })

  test('keys can be changed and turned off, and the buttons do the same', async () => {
    const id = await createProfile(service, 'library', 'Third')
    const page = await browser.newPage(service, { path: `/profiles/${id}/teach/compare` })
    const first = await shownPair(page)
    await page.keyboard.press('?')
    await page.getByRole('button', { name: 'Change the key: The left one' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('a')
    await page.getByText('The left one: A.').waitFor()
    await lookAtDialog(page, 'teach-keys')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const second = await press(page, 'a', first)

    await page.keyboard.press('?')
    await page.getByRole('switch').focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('a')
    await page.getByRole('button', { name: 'The right picture is better' }).click()
    await shownPair(page, second)
    await expect
      .poll(async () => (await stored(id)).comparisons)
      .toMatchObject([comparison(first, first.left), comparison(second, second.right)])
  })

  test('without pictures the page asks for some and takes them, and with the budget used up how to continue', async () => {
    const empty = await createProject(service, 'empty', 0)
    const page = await browser.newPage(service, { path: `/profiles/${empty.id}/teach/compare` })
    await page.getByRole('heading', { name: 'Add pictures first' }).waitFor()
    await takeScreenshot(page, 'teach-empty')
    const files = await Promise.all([70, 71].map((number) => pictureFile(number)))
    await page.locator('input[type=file]').last().setInputFiles(files)
    await shownPair(page)

    const id = await createProfile(service, 'library', 'Fourth')
    const budget = { comparisons: { total: 1 } }
    await service.call('PATCH', `/v1/profiles/${id}`, { body: { profileData: { budget } } })
    await visit(page, `/profiles/${id}/teach/compare`)
    const first = await shownPair(page)
    const second = await press(page, 'ArrowLeft', first)
    await page.getByText('No comparisons are left.').waitFor()
    await page.getByRole('button', { name: 'Raise it to 101' }).click()
    await page.getByText('No comparisons are left.').waitFor({ state: 'detached' })
    await expect.poll(async () => (await stored(id)).budget.comparisons.total).toBe(101)
    await page.keyboard.press('ArrowLeft')
    await expect
      .poll(async () => (await stored(id)).comparisons)
      .toMatchObject([comparison(first, first.left), comparison(second, second.left)])
  })
})

interface Suggested {
  readonly frameA: { readonly id: string }
  readonly frameB: { readonly id: string }
}
