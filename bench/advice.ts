/**
 * Measures whether suggestions help those who follow them.
 *
 *   npm run bench:advice [-- --data DIR] [--only pages,drawings] [--taste calm]
 *
 * Somebody labels 8 good and 8 bad landing pages by a taste for some knobs, and works on pages that do not pass. A
 * suggestion is followed by turning its knob, which renders the whole page again: HTML pages in Chromium, and drawn
 * screens (demo/interfaces). With --data DIR, which contains oasis/, the same for photographs and what an image editor
 * does.
 */
import { parseArgs } from 'node:util'
import type { ChangeName } from '@palate/core/taste/advice/changes.ts'
import { createRandom } from '../demo/random.ts'
import { type Draft, embedder, readDraft, teach } from './advice/draft.ts'
import { type KnobSet, openDrawings, openPages, type Subject } from './advice/knob-sets.ts'
import { photographLines } from './advice/photographs.ts'
import { type Line, printTable } from './harness/report.ts'
import { select } from './harness/select.ts'

const labelsPerSide = 8
const subjectsPerSide = 30
const turn = 0.35
const stepsMax = 6
const targets = { suggested: 0.85, raised: 0.9, passed: 0.7 }

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    drafts: { type: 'string', default: '10' },
    taste: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const draftsMax = Number(options.drafts)

const measures = {
  pages: async () => measureKnobs('pages in Chromium', await openPages()),
  drawings: async () => measureKnobs('drawn screens', openDrawings()),
  photographs: async () => {
    if (options.data !== undefined) printTable('photographs, edited', await photographLines(options.data))
  },
}
for (const measure of select(measures, options.only)) await measure()
await embedder.close()

async function measureKnobs(what: string, set: KnobSet): Promise<void> {
  for (const [seed, name] of Object.keys(set.tastes).entries()) {
    if (options.taste !== undefined && options.taste !== name) continue
    printTable(`${what}, ${name}: 8 + 8 labels`, await linesOf(set, name, seed))
  }
  await set.close()
}

interface Work extends Draft {
  readonly subject: Subject
}

async function linesOf(set: KnobSet, taste: string, seed: number): Promise<readonly Line[]> {
  const random = createRandom(seed)
  const utilityOf = ({ knobs }: Subject) => {
    const parts = Object.entries(set.tastes[taste] ?? {}).map(([knob, sign]) => sign * ((knobs[knob] ?? 0) - 0.5))
    return parts.reduce((sum, part) => sum + part, 0) / parts.length
  }
  const subjects = Array.from({ length: 3 * subjectsPerSide }, (_, i) => set.random(9_000_000 + 1000 * seed + i))
  const ascending = subjects.toSorted((one, other) => utilityOf(one) - utilityOf(other))
  const shuffled = (side: readonly Subject[]) =>
    side
      .map((subject) => ({ subject, draw: random() }))
      .sort((one, other) => one.draw - other.draw)
      .map(({ subject }) => subject)
  const bad = shuffled(ascending.slice(0, subjectsPerSide))
  const good = shuffled(ascending.slice(-subjectsPerSide))
  const render = async (subject: Subject): Promise<Work> => ({
    subject,
    ...(await readDraft(await set.render(subject))),
  })
  // One after the other: an embedder reads one picture at a time.
  const renderAll = async (list: readonly Subject[]) => {
    const works: Work[] = []
    for (const subject of list) works.push(await render(subject))
    return works
  }
  /** Undefined if no knob does it, or if the knob is at its end. */
  const follow = async ({ subject }: Work, change: ChangeName): Promise<Work | undefined> => {
    const [knob, way] = set.knobOf[change] ?? []
    if (knob === undefined || way === undefined) return undefined
    const before = subject.knobs[knob] ?? 0
    const after = Math.min(1, Math.max(0, before + way * turn))
    return after === before ? undefined : render({ ...subject, knobs: { ...subject.knobs, [knob]: after } })
  }
  const owner = teach(await renderAll(good.slice(0, labelsPerSide)), await renderAll(bad.slice(0, labelsPerSide)))
  const [held, worst] = [
    await renderAll(good.slice(labelsPerSide, 2 * labelsPerSide)),
    await renderAll(bad.slice(labelsPerSide, labelsPerSide + 2 * draftsMax)),
  ]
  const pairs = held.flatMap((one) => worst.map((other) => Number(owner.scoreOf(one) > owner.scoreOf(other))))
  const works = worst.filter((work) => owner.scoreOf(work) < owner.limits.pass).slice(0, draftsMax)

  let [suggested, passed] = [0, 0]
  const gains: { readonly score: number; readonly utility: number }[] = []
  const followed = new Map<string, number>()
  for (const work of works) {
    let current = work
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
            utility: utilityOf(turned.subject) - utilityOf(current.subject),
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
  const raised = meanOf(gains.map(({ score }) => Number(score > 0)))
  const utility = meanOf(gains.map((gain) => gain.utility))
  const line = (what: string, value: number, target: number) => ({
    ...{ what, figure: value.toFixed(2), target: `≥ ${target}`, met: value >= target },
  })
  return [
    line(`of ${works.length} that do not pass, with a suggestion`, suggested / works.length, targets.suggested),
    line(`of ${gains.length} turned knobs, those that raise the score`, raised, targets.raised),
    line('mean change of the true utility', utility, 0),
    line(`reach pass in ${stepsMax} steps`, passed / works.length, targets.passed),
    { what: 'held-out pairs ordered correctly', figure: meanOf(pairs).toFixed(2) },
    { what: 'followed', figure: [...followed].map(([change, count]) => `${change} ${count}`).join(', ') },
  ]
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
