import { Palate } from '@palate/client'
import { describe, expect, test } from 'vitest'
import { useBrowser } from '../harness/browser.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import { useService } from '../harness/use-service.ts'
import { createProfile, paintNumber, uploadPicture } from './taught-profile.ts'

const linesMax = 3

describe('names and texts', () => {
  const service = useService('sqlite')
  const browser = useBrowser()

  test('a long name stretches no card over many lines, and every text has the font of the pages', async () => {
    const palate = new Palate({ url: service.url, apiKey: service.key })
    const name = 'Long'.repeat(60)
    const id = await createProfile(service, 'website', name)
    const frame = await uploadPicture(service, 'website', `${'IMG'.repeat(60)}.png`, await paintNumber(3))
    await palate.annotations.add(id, { exemplars: [{ url: frame.url, label: 'good' }] })
    await palate.boards.create({ profileId: id, name, pictures: [{ frameId: frame.id }] })
    const frames = [{ id: frame.id, url: frame.url }]
    const share = await palate.shares.create({ profileId: id, title: name, frames })
    const page = await browser.newPage(service, { path: null })
    const paths = ['', '/library', '/boards', '/shares', `/shares/${share.id}`].map((path) => `/profiles/${id}${path}`)
    const found: unknown[] = []
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of ['/profiles', '/boards', '/reviews', ...paths]) {
        await page.goto(new URL(path, service.url).href)
        await page
          .getByText(/(Long|IMG){40}/)
          .filter({ visible: true })
          .first()
          .waitFor()
        await expect.poll(() => page.locator('[role=status]', { hasText: /…$/ }).count()).toBe(0)
        await takeScreenshot(page, `long-${width}${path.replace(/prof_\w{20}|shr_\w+/g, '').replace(/\W+/g, '-')}`)
        const all = [
          ...((await page.evaluate(otherFonts)) as string[]),
          ...((await page.evaluate(longTexts)) as string[]),
        ]
        found.push(...all.map((one) => `${width} ${path}: ${one}`))
      }
    }
    expect(found).toEqual([])
    await page.goto(new URL(`/profiles/${id}`, service.url).href)
    await page.getByText('not saved', { exact: true }).waitFor()
    expect(await page.evaluate(otherFonts)).toEqual([])
  })
})

/** Texts in another font than that of the pages or of code. Runs in the page. */
const otherFonts = `[...document.body.querySelectorAll('*')].flatMap((element) => {
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  if (!hasText || element.closest('script, style, noscript, [aria-hidden] option')) return []
  const font = getComputedStyle(element).fontFamily
  return font.startsWith('ui-monospace') || font === getComputedStyle(document.body).fontFamily
    ? []
    : [element.textContent + ' is in ' + font]
})`

/** Names of which more lines are in sight than a card has for them. Runs in the page. */
const longTexts = `[...document.querySelectorAll('main *')].flatMap((element) => {
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && /(Long|IMG){40}/.test(node.data))
  if (!hasText || element.closest('.visually-hidden')) return []
  let { top, bottom } = element.getBoundingClientRect()
  for (let outer = element; outer !== null; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowY === 'visible') continue
    const edges = outer.getBoundingClientRect()
    ;[top, bottom] = [Math.max(top, edges.top), Math.min(bottom, edges.bottom)]
  }
  const lines = Math.round((bottom - top) / parseFloat(getComputedStyle(element).lineHeight))
  return lines > ${linesMax} ? [element.tagName + ' ' + element.className + ' has ' + lines + ' lines'] : []
})`
