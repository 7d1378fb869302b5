import { scoreReport } from '@palate/core/report/score-report.ts'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../harness/accessibility.ts'
import { useBrowser } from '../harness/browser.ts'
import { takeScreenshot } from '../harness/screenshots.ts'
import { dataUrl, paint } from '../scoring/pictures.ts'

describe('the page of palate score --html', () => {
  const browser = useBrowser()
  const nowhere = { url: 'http://127.0.0.1', key: '' }

  test.each(['light', 'dark'] as const)(
    'shows its pictures, makes no requests and is accessible, in %s',
    async (colorScheme) => {
      const thumbnail = dataUrl(await paint({ mood: 'warm', seed: 1 }))
      const page = await browser.newPage(nowhere, { path: null, key: null, colorScheme })
      const html = scoreReport({
        title: 'Scores against <House style>',
        profile: { name: 'House style' },
        dimensions: ['aesthetics', 'likeness'],
        threshold: 0.6,
        createdAt: '2026-01-02T03:04:05Z',
        note: '1 picture is not shown.',
        frames: [
          {
            name: 'a.png',
            scores: { aesthetics: 0.8, likeness: 0.7 },
            thumbnail,
            reasons: [{ text: 'Calm', effect: 0.4 }],
          },
          { name: 'b.png', scores: { aesthetics: 0.2, likeness: 0.1 }, reasons: [{ text: 'Loud', effect: -0.4 }] },
          { name: 'c.png', scores: {}, error: 'it is no picture' },
        ],
      })
      await page.setContent(html)
      expect(await page.title()).toBe('Scores against <House style>')
      const picture = page.locator('img').first()
      await expect.poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(96)
      await takeScreenshot(page, `report-${colorScheme}`)
      await expectAccessible(page)
    },
  )
})
