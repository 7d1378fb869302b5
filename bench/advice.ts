/**
 * Measures whether suggestions help those who follow them.
 *
 *   npm run bench:advice [-- --data DIR]
 *
 * Somebody labels 8 good and 8 bad screens (demo/interfaces) by a taste for some knobs, and works on screens that do
 * not pass. A suggestion is followed by turning its knob, which draws the whole screen again. With --data DIR, which
 * contains oasis/, the same for photographs and what an image editor does.
 */
import { parseArgs } from 'node:util'
import type { ChangeName } from '@palate/core/taste/advice/changes.ts'
import { type Interface, randomInterface, renderInterface } from '../demo/interfaces/interface.ts'
import type { KnobName } from '../demo/interfaces/knobs.ts'
import { createRandom } from '../demo/random.ts'
import { withSvg } from '../demo/with-svg.ts'
import { type Draft, embedder, readDraft, teach } from './advice/draft.ts'
import { photographLines } from './advice/photographs.ts'
import { type Line, printTable } from './harness/report.ts'

type Taste = Readonly<Partial<Record<KnobName, 1 | -1>>>

/** The first five are about layout. */
const tastes: Readonly<Record<string, Taste>> = {
  calm: { whiteSpace: 1, clutter: -1 },
  dense: { whiteSpace: -1, clutter: 1 },
  tidy: { alignment: 1 },
  roomy: { whiteSpace: 1 },
  'easy to read': { textSize: 1, contrast: 1 },
  plain: { colourCount: -1 },
  colourful: { colourCount: 1 },
  stark: { contrast: 1 },
  soft: { contrast: -1 },
}

/** The knob that does to the drawing what a change does to the pixels. */
const knobOf: Readonly<Partial<Record<ChangeName, readonly [KnobName, 1 | -1]>>> = {
  more_space: ['whiteSpace', 1],
  less_space: ['whiteSpace', -1],
  fewer_elements: ['clutter', -1],
  more_elements: ['clutter', 1],
  fewer_colours: ['colourCount', -1],
  more_colours: ['colourCount', 1],
  larger_text: ['textSize', 1],
  smaller_text: ['textSize', -1],
  more_contrast: ['contrast', 1],
  less_contrast: ['contrast', -1],
  aligned: ['alignment', 1],
  freer: ['alignment', -1],
}

const labelsPerSide = 8
const turn = 0.35
const stepsMax = 6
const targets = { suggested: 0.85, raised: 0.9, passed: 0.7 }

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, drafts: { type: 'string', default: '10' }, taste: { type: 'string' } },
})
const draftsMax = Number(options.drafts)

interface Screen extends Draft {
  readonly interface: Interface
}

for (const [name, taste] of Object.entries(tastes)) {
  if (options.taste !== undefined && options.taste !== name) continue
  printTable(`${name}: 8 + 8 labels`, await linesOf(taste, Object.keys(tastes).indexOf(name)))
}
if (options.data !== undefined) printTable('photographs, edited', await photographLines(options.data))
await embedder.close()

async function linesOf(taste: Taste, seed: number): Promise<readonly Line[]> {
  const random = createRandom(seed)
  const screens = Array.from({ length: 90 }, (_, i) =>
    randomInterface(9_000_000 + 1000 * seed + i, { kinds: ['landing'] }),
  )
  const ascending = screens.toSorted((one, other) => utilityOf(taste, one) - utilityOf(taste, other))
  const shuffled = (from: number, to: number) =>
    ascending
      .slice(from, to)
      .map((screen) => ({ screen, draw: random() }))
      .sort((one, other) => one.draw - other.draw)
      .map(({ screen }) => screen)
  const [bad, good] = [shuffled(0, 30), shuffled(60, 90)]
  // One after the other: an embedder reads one picture at a time.
  const read = async (list: readonly Interface[]) => {
    const drafts: Screen[] = []
    for (const screen of list) drafts.push(await readScreen(screen))
    return drafts
  }
  const owner = teach(await read(good.slice(0, labelsPerSide)), await read(bad.slice(0, labelsPerSide)))
  const drafts = (await read(bad.slice(labelsPerSide, labelsPerSide + 2 * draftsMax)))
    .filter((draft) => owner.scoreOf(draft) < owner.limits.pass)
    .slice(0, draftsMax)

  let [suggested, passed] = [0, 0]
  const gains: { readonly score: number; readonly utility: number }[] = []
  const followed = new Map<string, number>()
  for (const draft of drafts) {
    let current = draft
    for (let step = 0; step < stepsMax && owner.scoreOf(current) < owner.limits.pass; step++) {
      const changes = await owner.changesFor(current)
      if (step === 0 && changes.length > 0) suggested += 1
      let best = current
      for (const { change } of changes) {
        const turned = await follow(current, change)
        if (!turned) continue
        if (step === 0) {
          followed.set(change, (followed.get(change) ?? 0) + 1)
          gains.push({
            score: owner.scoreOf(turned) - owner.scoreOf(current),
            utility: utilityOf(taste, turned.interface) - utilityOf(taste, current.interface),
          })
        }
        if (owner.scoreOf(turned) > owner.scoreOf(best)) best = turned
        if (owner.scoreOf(best) > owner.scoreOf(current)) break
      }
      if (best === current) break
      current = best
    }
    if (owner.scoreOf(current) >= owner.limits.pass) passed += 1
  }
  const share = (count: number, whole: number) => (whole === 0 ? 0 : count / whole)
  const raised = share(gains.filter(({ score }) => score > 0).length, gains.length)
  const utility = share(
    gains.reduce((sum, one) => sum + one.utility, 0),
    gains.length,
  )
  const line = (what: string, value: number, target: number) => ({
    ...{ what, figure: value.toFixed(2), target: `≥ ${target}`, met: value >= target },
  })
  return [
    line(`of ${drafts.length} that do not pass, with a suggestion`, share(suggested, drafts.length), targets.suggested),
    line(`of ${gains.length} turned knobs, those that raise the score`, raised, targets.raised),
    line('mean change of the true utility', utility, 0),
    line(`reach pass in ${stepsMax} steps`, share(passed, drafts.length), targets.passed),
    { what: 'followed', figure: [...followed].map(([change, count]) => `${change} ${count}`).join(', ') },
  ]
}

async function readScreen(screen: Interface): Promise<Screen> {
  return { interface: screen, ...(await readDraft(await withSvg(() => renderInterface(screen)))) }
}

/** Undefined if no knob does it, or if the knob is at its end. */
async function follow({ interface: screen }: Screen, change: ChangeName): Promise<Screen | undefined> {
  const [knob, way] = knobOf[change] ?? []
  if (!knob || !way) return undefined
  const before = screen.knobs[knob]
  const after = Math.min(1, Math.max(0, before + way * turn))
  return after === before ? undefined : readScreen({ ...screen, knobs: { ...screen.knobs, [knob]: after } })
}

function utilityOf(taste: Taste, { knobs }: Interface): number {
  const parts = Object.entries(taste).map(([knob, sign]) => sign * (knobs[knob as KnobName] - 0.5))
  return parts.reduce((sum, part) => sum + part, 0) / parts.length
}
