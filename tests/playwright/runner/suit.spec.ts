import { expect } from '@palate/playwright'
import { type Page, test } from '@playwright/test'

const { TEST_PROFILE: profile = '', TEST_PROFILE_NAME: name = '', TEST_WARM: warm, TEST_COLD: cold } = process.env

const pageOf = (picture: string | undefined) =>
  `<body style="margin:0"><main><img src="${picture}" style="display:block;width:800px;height:600px"></main></body>`

test.use({ viewport: { width: 800, height: 600 } })

test.beforeEach(({ page }) => page.setContent(pageOf(warm)))

test('a page that suits', ({ page }) => expect(page).toSuit({ profile }))

test('a locator that does not suit', async ({ page }) => {
  await page.setContent(pageOf(cold))
  await expect(page.locator('main')).not.toSuit({ profile })
})

test('fails: a page that does not suit', async ({ page }) => {
  await page.setContent(pageOf(cold))
  await expect(page).toSuit({ profile })
})

test('fails: a page that suits, and should not', ({ page }) => expect(page).not.toSuit({ profile }))

test('fails: a score below the minimum', ({ page }) => expect(page).toSuit({ profile, min: 0.999 }))

test('a score above the minimum', async ({ page }) => {
  await page.setContent(pageOf(cold))
  await expect(page).toSuit({ profile, min: 0.001 })
})

/** The score, from an assertion that no page passes. */
async function scoreOf(page: Page): Promise<number> {
  const failure = await expect(page)
    .toSuit({ profile, min: 1 })
    .catch(({ matcherResult }: { matcherResult: { actual: number } }) => matcherResult)
  return (failure as { actual: number }).actual
}

test('a score close to the minimum, with allowClose alone', async ({ page }) => {
  const min = (await scoreOf(page)) + 0.005
  await expect(page).not.toSuit({ profile, min })
  await expect(page).toSuit({ profile, min, allowClose: true })
})

test('fails: a score close to the minimum', async ({ page }) =>
  expect(page).toSuit({ profile, min: (await scoreOf(page)) + 0.005 }))

test('a score far below the minimum, allowClose or not', async ({ page }) => {
  await page.setContent(pageOf(cold))
  const min = (await scoreOf(page)) + 0.3
  await expect(page).not.toSuit({ profile, min, allowClose: true })
})

test('fails: a blank page, whatever the minimum', async ({ page }) => {
  await page.setContent('<body></body>')
  await expect(page).toSuit({ profile, min: 0, allowClose: true })
})

test('a profile by its name', ({ page }) => expect(page).toSuit({ profile: name }))

test('fails: an unknown name', ({ page }) => expect(page).not.toSuit({ profile: 'No such profile' }))

test('fails: a minimum of 60', ({ page }) => expect(page).not.toSuit({ profile, min: 60 }))

test('fails: a missing element', ({ page }) => expect(page.locator('nav')).toSuit({ profile }))

test('fails: no profile', ({ page }) => expect(page).toSuit())

test('fails: an unknown profile suits neither way', ({ page }) =>
  expect(page).not.toSuit({ profile: 'prof_00000000000000000000000000' }))

test('fails: a dimension without a threshold', ({ page }) => expect(page).toSuit({ profile, dimension: 'warmth' }))

test('another dimension', ({ page }) => expect(page).toSuit({ profile, dimension: 'warmth', min: 0.5 }))
