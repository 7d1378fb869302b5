/**
 * Measures every page of the dashboard in a real Chromium, with a large project: how long it takes to settle, its
 * longest task, and its layout shift. Also how fast ⌘K opens, whether the library scrolls smoothly, and when something
 * appears on a slow network. `--only` takes pages, opening, scrolling, network, or the name of a page.
 *
 *   npm run bench:dashboard -- [--frames 5000] [--rounds 3] [--only score] [--keep FOLDER]
 *
 * With `--keep`, the first run fills the folder, and later ones use it again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import { buildDashboard, isDashboardStale } from '../build/build-dashboard.ts'
import { createHomeOn } from '../tests/harness/home.ts'
import { launchBrowser } from '../tests/harness/launch-browser.ts'
import { type FilledProject, fillProject, projectId } from './dashboard/fill-project.ts'
import { measureOpening } from './dashboard/measure-opening.ts'
import { measurePage, type PageFigures } from './dashboard/measure-page.ts'
import { measureScrolling, type ScrollFigures } from './dashboard/measure-scrolling.ts'
import { measureSlowNetwork } from './dashboard/measure-slow-network.ts'
import { pagesOf } from './dashboard/pages.ts'
import { signedInContext } from './dashboard/signed-in-context.ts'
import { type Line, median, ms, printTable } from './harness/report.ts'
import { select } from './harness/select.ts'
import { serve } from './harness/serve.ts'

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
})
if (isDashboardStale()) await buildDashboard()
const targets = { settledMs: 1500, longestTaskMs: 100, shift: 0.05 }
const openingMsMax = 100
/** Of the share that a bare page has. */
const inTimeMin = 0.95
const home = values.keep === undefined ? await createHomeOn(undefined) : keptHome(values.keep)
const service = await serve(home.env)
const browser = await launchBrowser()
try {
  const project = await fillOnce(home.env.PALATE_DATA_DIR ?? '', () => fillProject(service, Number(values.frames)))
  const context = await signedInContext(browser, service)
  const parts = {
    pages: () => printPages(context, project),
    opening: () => printOpening(context, project),
    scrolling: () => printScrolling(context, project),
    network: () => printNetwork(context),
  }
  // The name of a page measures that page alone.
  const isPart = values.only === '' || values.only in parts
  for (const print of isPart ? select(parts, values.only) : [parts.pages]) await print()
} finally {
  await browser.close()
  await service.stop()
  await home.remove()
}

async function printPages(context: BrowserContext, project: FilledProject): Promise<void> {
  const lines: Line[] = []
  for (const page of select(pagesOf(project), values.only === 'pages' ? '' : values.only)) {
    const rounds: PageFigures[] = []
    for (let i = 0; i < Number(values.rounds); i++) rounds.push(await measurePage(context, service.url, page, i))
    const middle = (name: keyof typeof targets) => median(rounds.map((round) => round[name]))
    const [settled, task, shift] = [middle('settledMs'), middle('longestTaskMs'), middle('shift')]
    lines.push(
      line(`${page.name}: settled`, ms(settled), ms(targets.settledMs), settled <= targets.settledMs),
      line('  longest task', ms(task), ms(targets.longestTaskMs), task <= targets.longestTaskMs),
      line('  layout shift', shift.toFixed(3), targets.shift.toFixed(2), shift <= targets.shift),
    )
  }
  printTable(`pages of a project with ${values.frames} frames (medians of ${values.rounds} rounds)`, lines)
}

async function printOpening(context: BrowserContext, { profileId }: FilledProject): Promise<void> {
  const opening = median(await measureOpening(context, `${service.url}/profiles/${profileId}/library`, 9))
  printTable('going elsewhere', [line('⌘K shows where', ms(opening), ms(openingMsMax), opening <= openingMsMax)])
}

async function printScrolling(context: BrowserContext, { profileId }: FilledProject): Promise<void> {
  const rounds: ScrollFigures[] = []
  for (let i = 0; i < Number(values.rounds); i++) {
    rounds.push(await measureScrolling(context, `${service.url}/profiles/${profileId}/library`, projectId))
  }
  const [wall, bare] = [median(rounds.map((round) => round.wall)), median(rounds.map((round) => round.bare))]
  printTable(`the library scrolls at 60 pictures of the screen a second (medians of ${values.rounds} rounds)`, [
    { what: 'in time on a bare page of the same pictures', figure: percent(bare) },
    line(
      'in time',
      `${percent(wall)}, ratio ${(wall / bare).toFixed(2)}`,
      inTimeMin.toFixed(2),
      wall / bare >= inTimeMin,
    ),
  ])
}

async function printNetwork(context: BrowserContext): Promise<void> {
  const slow = await measureSlowNetwork(context, service.url)
  printTable('a first visit at 50 kB/s with a latency of 400 ms', [
    { what: 'the shape of the page appears', figure: ms(slow.paintedMs) },
    { what: 'its scripts have loaded', figure: ms(slow.scriptsMs) },
  ])
}

function keptHome(folder: string) {
  mkdirSync(folder, { recursive: true })
  return { env: { PALATE_DATA_DIR: folder, PALATE_PORT: '0' }, remove: async () => {} }
}

/** Remembers the project in the data directory. */
async function fillOnce(dataDir: string, fill: () => Promise<FilledProject>): Promise<FilledProject> {
  const file = join(dataDir, 'bench-project.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const project = await fill()
  writeFileSync(file, JSON.stringify(project))
  return project
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

function line(what: string, figure: string, target: string, met: boolean): Line {
  return { what, figure, target, met }
}
