import { seededRandom } from '@palate/core/generic/seeded-random.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { profileWith, scoresOf } from '../scoring/scoring-service.ts'
import { drawKnobs, type Knobs } from './knob-picture.ts'

/** The knob that each suggestion turns, in which direction, and the attribute that the suggestion is about. */
const edits: Readonly<Record<string, readonly [keyof Knobs, 1 | -1, string]>> = {
  'Use more light': ['light', 1, 'brightness'],
  'Use less light': ['light', -1, 'brightness'],
  'Lift the shadows': ['light', 1, 'shadows'],
  'Deepen the shadows': ['light', -1, 'shadows'],
  'Make the colours warmer': ['warmth', 1, 'warmth'],
  'Make the colours cooler': ['warmth', -1, 'warmth'],
  'Use more yellow or orange': ['warmth', 1, 'yellows'],
  'Use less yellow and orange': ['warmth', -1, 'yellows'],
  'Use more blue': ['warmth', -1, 'blues'],
  'Use less blue': ['warmth', 1, 'blues'],
  'Use purer colours': ['saturation', 1, 'saturation'],
  'Mute the colours': ['saturation', -1, 'saturation'],
  'Use stronger, more varied colours': ['saturation', 1, 'colourfulness'],
  'Tone the colours down': ['saturation', -1, 'colourfulness'],
  'Remove clutter': ['clutter', -1, 'clutter'],
  'Add variety': ['clutter', 1, 'clutter'],
  'Simplify the shapes': ['clutter', -1, 'edge_density'],
  'Add detail': ['clutter', 1, 'edge_density'],
  'Leave more empty space': ['clutter', -1, 'white_space'],
  'Fill more of the space': ['clutter', 1, 'white_space'],
}
/** An edit that changes the attribute by less does not follow the suggestion. */
const changeMin = 0.02
const step = 0.5
const scored = ['aesthetics', ...new Set(Object.values(edits).map(([, , attribute]) => attribute))]
const owners = [
  ['light', 1],
  ['light', -1],
  ['warmth', 1],
  ['warmth', -1],
] as const

describe('a suggestion', () => {
  const service = useService('sqlite')
  let followed = 0
  afterAll(() => expect(followed).toBeGreaterThan(15))

  function randomKnobs(random: () => number): Knobs {
    return { light: random(), warmth: random(), saturation: random(), clutter: random() }
  }

  it.each(owners)('raises the score of an owner who prefers %s (%i) when it is followed', async (knob, side) => {
    const random = seededRandom(owners.findIndex((owner) => owner[0] === knob && owner[1] === side))
    const exemplars = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        const isHigh = i % 2 === 0
        const knobs = { ...randomKnobs(random), [knob]: isHigh ? 0.7 + 0.3 * random() : 0.3 * random() }
        return { id: `e${i}`, label: isHigh === side > 0 ? 'good' : 'bad', url: await drawKnobs(knobs, i) }
      }),
    )
    const id = await profileWith(service, { exemplars })
    for (let seed = 100; seed < 108; seed++) {
      const knobs = { ...randomKnobs(random), [knob]: side > 0 ? 0.3 * random() : 0.7 + 0.3 * random() }
      const frame = { id: 'draft', url: await drawKnobs(knobs, seed) }
      const [draft] = await scoresOf(service, id, [frame], { dimensions: scored, verdict: true })
      for (const suggestion of draft.verdict.aesthetics.suggestions) {
        const [turned, direction, attribute] = edits[suggestion] ?? []
        // No knob changes the layout.
        if (!turned || !direction || !attribute) continue
        const changed = { ...knobs, [turned]: Math.min(1, Math.max(0, knobs[turned] + direction * step)) }
        const url = await drawKnobs(changed, seed)
        const [revised] = await scoresOf(service, id, [{ id: 'revised', url }], { dimensions: scored })
        if (Math.abs(revised[attribute] - draft[attribute]) < changeMin) continue
        expect(revised.aesthetics, `${suggestion} (${JSON.stringify(knobs)})`).toBeGreaterThan(draft.aesthetics)
        followed += 1
      }
    }
  })
})
