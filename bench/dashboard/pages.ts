import type { Page } from 'playwright-core'
import type { FilledProject } from './fill-project.ts'

export interface MeasuredPage {
  readonly name: string
  readonly path: string
  /** What a user does first, in a round. The page must settle after it. */
  readonly begin?: (page: Page, round: number) => Promise<void>
}

/** The pages by the name that `--only` takes. */
export function pagesOf({ profileId, versionId }: FilledProject): Readonly<Record<string, MeasuredPage>> {
  const base = `/profiles/${profileId}`
  return {
    profiles: { name: 'Profiles', path: '/profiles' },
    overview: { name: 'Overview', path: base },
    compare: { name: 'Teach, compare', path: `${base}/teach/compare` },
    label: { name: 'Teach, label', path: `${base}/teach/label` },
    history: { name: 'History', path: `${base}/history` },
    version: { name: 'A version', path: `${base}/history/${versionId}` },
    score: { name: 'Score', path: `${base}/score` },
    library: { name: 'Library', path: `${base}/library` },
    scroll: {
      name: 'Library, scrolled',
      path: `${base}/library`,
      // Each round ends at pictures that nobody has looked at before.
      begin: async (page, round) => {
        await page.getByRole('list', { name: 'Pictures of the library' }).waitFor()
        for (let i = 0; i < 20 * (round + 1); i++) await page.mouse.wheel(0, 1500)
      },
    },
    small: {
      name: 'Library, 200 on a screen, scrolled',
      path: `${base}/library`,
      begin: async (page, round) => {
        await page.getByRole('slider', { name: 'Size' }).press('Home')
        for (let i = 0; i < 20 * (round + 1); i++) await page.mouse.wheel(0, 1500)
      },
    },
    events: { name: 'Events', path: '/events' },
    keys: { name: 'API keys', path: '/keys' },
    health: { name: 'Health', path: '/health' },
  }
}
