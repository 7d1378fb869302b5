import type { Page } from 'playwright-core'
import type { FilledProject } from './fill-project.ts'

export interface MeasuredPage {
  readonly name: string
  readonly path: string
  /** What a user does first, such as scoring the library. The measurement includes it. */
  readonly begin?: (page: Page) => Promise<void>
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
      begin: async (page) => {
        await page.getByRole('list', { name: 'Pictures of the library' }).waitFor()
        for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 1500)
      },
    },
    events: { name: 'Events', path: '/events' },
    keys: { name: 'Keys', path: '/keys' },
    health: { name: 'Health', path: '/health' },
  }
}
