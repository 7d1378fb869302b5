import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeName } from '@palate/core/taste/advice/changes.ts'
import sharp from 'sharp'
import { createRandom } from '../../demo/random.ts'
import { readRows } from '../../fitting/prior/picture-sets.ts'
import type { Line } from '../harness/report.ts'
import { type Draft, readDraft, teach } from './draft.ts'

/** What an image editor does with a photograph, by how much: −1 to 1. */
const tools = {
  brightness: (level: number) => sharp().modulate({ brightness: 1 + 0.5 * level }),
  warmth: (level: number) => sharp().linear([1 + 0.3 * level, 1, 1 - 0.3 * level], [0, 0, 0]),
  saturation: (level: number) => sharp().modulate({ saturation: 1 + 0.9 * level }),
  contrast: (level: number) => sharp().linear(1 + 0.6 * level, -76 * level),
  softness: (level: number) => sharp().blur(0.4 + 2 * (level + 1)),
} as const
type Tool = keyof typeof tools | 'closeness'

const toolOf: Readonly<Partial<Record<ChangeName, readonly [Tool, 1 | -1]>>> = {
  ...{ lighter: ['brightness', 1], darker: ['brightness', -1], warmer: ['warmth', 1], cooler: ['warmth', -1] },
  ...{ purer: ['saturation', 1], muted: ['saturation', -1], softer: ['softness', 1], sharper: ['softness', -1] },
  ...{ more_contrast: ['contrast', 1], less_contrast: ['contrast', -1], crop_closer: ['closeness', 1] },
}
const wanted: readonly (readonly [Tool, 1 | -1])[] = [
  ...([
    ['brightness', 1],
    ['brightness', -1],
    ['warmth', 1],
    ['saturation', 1],
  ] as const),
  ...([
    ['saturation', -1],
    ['contrast', 1],
    ['softness', 1],
    ['softness', -1],
    ['closeness', 1],
  ] as const),
]
const labelsPerSide = 8
const draftCount = 6
const turn = 0.6
const targets = { suggested: 0.85, raised: 0.9 }

interface Edited extends Draft {
  readonly path: string
  readonly levels: Readonly<Partial<Record<Tool, number>>>
}

/** Somebody prefers more or less of one edit, labels 8 + 8 edited photographs, and follows suggestions on others. */
export async function photographLines(directory: string): Promise<readonly Line[]> {
  const rows = await readRows(join(directory, 'oasis', 'images.csv'))
  const paths = rows.map(({ file = '' }) => join(directory, 'oasis', 'images', file))
  const tallies: Tally[] = []
  for (const [i, [tool, way]] of wanted.entries()) tallies.push(await tallyOf(paths, tool, way, i))
  const sum = (member: 'drafts' | 'suggested' | 'followed' | 'raised') =>
    tallies.reduce((total, tally) => total + tally[member], 0)
  const suggested = sum('suggested') / sum('drafts')
  const raised = sum('raised') / sum('followed')
  return [
    ...tallies.map(({ what, ...tally }) => {
      const followed = `${tally.raised} of ${tally.followed} followed raise the score`
      return { what, figure: `${tally.suggested} of ${tally.drafts} get a suggestion, ${followed}` }
    }),
    {
      what: `of ${sum('drafts')} that do not pass, with a suggestion`,
      figure: suggested.toFixed(2),
      target: `≥ ${targets.suggested}`,
      met: suggested >= targets.suggested,
    },
    {
      what: `of ${sum('followed')} followed, those that raise the score`,
      figure: raised.toFixed(2),
      target: `≥ ${targets.raised}`,
      met: raised >= targets.raised,
    },
  ]
}

interface Tally {
  readonly what: string
  readonly drafts: number
  readonly suggested: number
  readonly followed: number
  readonly raised: number
}

async function tallyOf(paths: readonly string[], tool: Tool, way: 1 | -1, seed: number): Promise<Tally> {
  const random = createRandom(seed)
  const pathOf = () => paths[random.whole(0, paths.length - 1)] as string
  const countersOf = async (count: number, sign: 1 | -1) => {
    const edited: Edited[] = []
    while (edited.length < count) edited.push(await editedAs(pathOf(), { [tool]: sign * random.between(0.5, 1) }))
    return edited
  }
  const owner = teach(await countersOf(labelsPerSide, way), await countersOf(labelsPerSide, way === 1 ? -1 : 1))
  const drafts = (await countersOf(2 * draftCount, way === 1 ? -1 : 1))
    .filter((draft) => owner.scoreOf(draft) < owner.limits.pass)
    .slice(0, draftCount)
  let [suggested, followed, raised] = [0, 0, 0]
  for (const draft of drafts) {
    const changes = await owner.changesFor(draft)
    if (changes.length > 0) suggested += 1
    for (const { change } of changes) {
      const [turned, direction] = toolOf[change] ?? []
      if (!turned || !direction) continue
      const level = Math.min(1, Math.max(-1, (draft.levels[turned] ?? 0) + direction * turn))
      const after = await editedAs(draft.path, { ...draft.levels, [turned]: level })
      followed += 1
      if (owner.scoreOf(after) > owner.scoreOf(draft)) raised += 1
    }
  }
  const what = `prefers ${way === 1 ? 'more' : 'less'} ${tool}`
  return { what, drafts: drafts.length, suggested, followed, raised }
}

async function editedAs(path: string, levels: Edited['levels']): Promise<Edited> {
  const original = await readFile(path)
  const { width, height } = await sharp(original).metadata()
  const share = 1 - 0.35 * Math.max(0, (levels.closeness ?? 0) + 0.3)
  const area = { width: Math.round(share * width), height: Math.round(share * height) }
  const place = { left: (width - area.width) >> 1, top: (height - area.height) >> 1 }
  let bytes = await sharp(original)
    .extract({ ...area, ...place })
    .toColourspace('srgb')
    .removeAlpha()
    .png()
    .toBuffer()
  for (const [tool, level] of Object.entries(levels)) {
    if (tool === 'closeness' || level === 0) continue
    bytes = await sharp(bytes)
      .pipe(tools[tool as keyof typeof tools](level))
      .png()
      .toBuffer()
  }
  return { path, levels, ...(await readDraft(bytes)) }
}
