/**
 * Measures what verdicts say about pictures that are broken or unlike everything judged.
 *
 *   npm run bench:problems -- --data DIR
 *
 * DIR contains oasis/, calista/ and reinecke/. Broken pages are rendered in Chromium, in two sizes; false alarms are
 * counted on the websites. Novelty is that of held-out websites after 16 of them, and of photographs.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { familiarityOf, nearestTo, noveltyAt } from '@palate/core/taste/novelty/novelty.ts'
import { type Problem, problemIn, problemSignsOf } from '@palate/core/taste/novelty/problem.ts'
import { createRandom } from '../demo/random.ts'
import { readRows } from '../fitting/prior/picture-sets.ts'
import { launchBrowser } from '../tests/harness/launch-browser.ts'
import { type Draft, embedder, frameOf, readDraft } from './advice/draft.ts'
import { printTable } from './harness/report.ts'
import { brokenPages } from './problems/broken-pages.ts'

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 780 },
]
const judgedCount = 16
const rounds = 40

const { values: options } = parseArgs({ options: { data: { type: 'string' } } })
if (options.data === undefined) throw new Error('pass the directory of the pictures: --data DIR')
const directory = options.data

const problemOf = ({ picture }: Draft): Problem | undefined => problemIn(problemSignsOf(picture.decoded))
const broken = await readBroken()
const websites = [...(await readSet('calista')), ...(await readSet('reinecke'))]
const photographs = await readSet('oasis')
await embedder.close()

const alarmLine = (what: string, drafts: readonly Draft[]) => {
  const alarms = drafts.filter((draft) => problemOf(draft) !== undefined).length
  return { what, figure: `${alarms}`, target: '< 1 %', met: alarms < drafts.length / 100 }
}
printTable('problems', [
  ...Object.keys(brokenPages).map((kind) => {
    const all = broken.filter((one) => one.kind === kind)
    const found = all.filter(({ draft }) => problemOf(draft) === kind).length
    return { what: `${kind}, recognised`, figure: `${found} of ${all.length}` }
  }),
  alarmLine(`false alarms on ${websites.length} websites`, websites),
  alarmLine(`false alarms on ${photographs.length} photographs`, photographs),
])
const held = noveltiesAfter((judged) => websites.filter((one) => !judged.includes(one)))
const others = noveltiesAfter(() => photographs)
const brokenNovelties = noveltiesAfter(() => broken.map(({ draft }) => draft))
const above = (values: readonly number[], limit: number) =>
  values.filter((value) => value > limit).length / values.length
printTable(`novelty after ${judgedCount} websites`, [
  { what: 'held-out websites above 0.9', figure: above(held, 0.9).toFixed(3), target: 'about 0.1' },
  { what: 'held-out websites from 0.95 on', figure: above(held, 0.95).toFixed(3) },
  { what: 'photographs from 0.95 on', figure: above(others, 0.95).toFixed(3) },
  { what: 'broken pages from 0.95 on', figure: above(brokenNovelties, 0.95).toFixed(3) },
])

function noveltiesAfter(subjectsFor: (judged: readonly Draft[]) => readonly Draft[]): readonly number[] {
  const random = createRandom(1)
  const novelties: number[] = []
  for (let round = 0; round < rounds; round++) {
    const judged = Array.from({ length: judgedCount }, () => websites[random.whole(0, websites.length - 1)] as Draft)
    const frames = [...new Set(judged)].map(frameOf)
    const familiarity = familiarityOf(frames)
    if (!familiarity) continue
    const subjects = subjectsFor(judged)
    for (let i = round % 7; i < subjects.length; i += 7) {
      novelties.push(noveltyAt(familiarity, nearestTo(frameOf(subjects[i] as Draft), frames).distance))
    }
  }
  return novelties
}

async function readSet(set: string): Promise<readonly Draft[]> {
  const rows = await readRows(join(directory, set, 'images.csv'))
  const drafts: Draft[] = []
  for (const { file = '' } of rows) drafts.push(await readDraft(await readFile(join(directory, set, 'images', file))))
  return drafts
}

async function readBroken() {
  const browser = await launchBrowser()
  const drafts: { readonly kind: string; readonly draft: Draft }[] = []
  for (const viewport of sizes) {
    const page = await browser.newPage({ viewport })
    for (const [kind, pages] of Object.entries(brokenPages)) {
      for (const html of Object.values(pages)) {
        await page.setContent(html)
        drafts.push({ kind, draft: await readDraft(await page.screenshot()) })
      }
    }
  }
  await browser.close()
  return drafts
}
