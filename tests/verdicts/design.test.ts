import { lint } from '@google/design.md/linter'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from '../harness/launch-browser.ts'
import { dataUrl } from '../scoring/pictures.ts'
import { openStage, profileWith, type Stage } from '../scoring/scoring-service.ts'

const [textSize, headingSize, radius, gap] = [18, 48, 12, 24]

/** A page whose largest areas after the ground are blue panels, and whose buttons are small and red. */
function page(number: number): string {
  const sentence = 'The harbour wakes slowly, and somebody has already made the coffee for everyone. '
  const card = `<section><p>${sentence.repeat(2)}</p></section>`
  return `<style>
    body { margin: 0; padding: 40px; background: #ffffff; color: #1c2430; font: ${textSize}px/1.5 sans-serif }
    h1 { font-size: ${headingSize}px; line-height: 1.2; margin: 0 0 ${gap}px }
    p { margin: 0 0 ${gap}px }
    section { background: #a8c4e0; border-radius: ${radius}px; padding: 24px; margin-bottom: ${gap}px }
    section p { margin: 0 }
    i { display: inline-block; width: 160px; height: 48px; background: #d03a20; border-radius: ${radius}px; margin-right: ${gap}px }
  </style><h1>Harbour number ${number}</h1><p>${sentence.repeat(2)}</p>${card.repeat(3)}<i></i><i></i>`
}

async function screenshots(count: number): Promise<readonly string[]> {
  const tab = await (await sharedBrowser()).newPage({ viewport: { width: 1280, height: 900 } })
  const urls: string[] = []
  for (let i = 0; i < count; i++) {
    await tab.setContent(page(i))
    urls.push(dataUrl(await tab.screenshot()))
  }
  await tab.close()
  return urls
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage('sqlite')
})
afterAll(() => stage.close())

async function designOf(exemplars: readonly object[]) {
  const id = await profileWith(stage.service, { exemplars })
  const response = await stage.service.call('GET', `/v1/profiles/${id}/brief?format=design`)
  expect(response.status, response.text).toBe(200)
  return lint(response.text).designSystem
}

it('measures text, distances, corners and accent colours on the screens that are liked', async () => {
  const exemplars = (await screenshots(3)).map((url, i) => ({ id: `good${i}`, label: 'good', url }))
  const { colors, typography, spacing, rounded } = await designOf(exemplars)
  const within = (value: number | undefined, expected: number, share: number) =>
    expect(Math.abs((value ?? 0) / expected - 1), `${value} instead of ${expected}`).toBeLessThan(share)
  within(typography.get('body')?.fontSize?.value, textSize, 0.12)
  within(typography.get('h1')?.fontSize?.value, headingSize, 0.12)
  within(rounded.get('md')?.value, radius, 0.2)
  within(spacing.get('md')?.value, gap, 0.35)
  expect(colors.get('neutral')?.hex).toBe('#ffffff')
  // The panels cover twenty times as much as the buttons, and stand out less.
  const order = [...colors.values()].map(({ hex }) => hex)
  const placeOf = (test: RegExp) => order.findIndex((hex) => test.test(hex))
  expect(placeOf(/^#[cd][0-9a-f][34]/)).toBeGreaterThan(0)
  expect(placeOf(/^#[cd][0-9a-f][34]/)).toBeLessThan(placeOf(/^#a[0-9a-f]c[0-9a-f][de]/))
})

it('measures only colours on photographs', async () => {
  const url = await stage.picture('warm', 1)
  const { colors, typography, spacing, rounded } = await designOf([{ id: 'photograph', label: 'good', url }])
  expect([colors.has('primary'), typography.size, spacing.size, rounded.size]).toEqual([true, 0, 0, 0])
})
