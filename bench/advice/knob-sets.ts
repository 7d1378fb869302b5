import { type ChangeName, changeOf } from '@palate/core/taste/advice/changes.ts'
import { type Interface, randomInterface, renderInterface } from '../../demo/interfaces/interface.ts'
import type { KnobName } from '../../demo/interfaces/knobs.ts'
import { withSvg } from '../../demo/with-svg.ts'
import { type LandingPage, openPageRenderer, type PageKnob, randomPage } from './pages.ts'

/** Something that is rendered with knobs, each from 0 to 1. */
export interface Subject {
  readonly seed: number
  readonly knobs: Readonly<Record<string, number>>
}

/** What can be rendered, the tastes of people who look at it, and the knob that does what a change does to the pixels. */
export interface KnobSet {
  readonly tastes: Readonly<Record<string, Readonly<Record<string, 1 | -1>>>>
  readonly knobOf: Readonly<Partial<Record<ChangeName, readonly [knob: string, way: 1 | -1]>>>
  random(seed: number): Subject
  render(subject: Subject): Promise<Buffer>
  close(): Promise<void>
}

/** HTML pages in Chromium. The first five tastes are about layout. */
export async function openPages(): Promise<KnobSet> {
  const renderer = await openPageRenderer()
  const tastes: Readonly<Record<string, Partial<Record<PageKnob, 1 | -1>>>> = {
    calm: { space: 1, elements: -1 },
    dense: { space: -1, elements: 1 },
    tidy: { tidiness: 1 },
    roomy: { space: 1 },
    'easy to read': { textSize: 1, contrast: 1 },
    plain: { colours: -1, saturation: -1 },
    colourful: { colours: 1, saturation: 1 },
    dark: { light: -1 },
    stark: { contrast: 1 },
  }
  return {
    tastes: tastes as KnobSet['tastes'],
    knobOf: knobsOf<PageKnob>({
      ...{ more_space: 'space', more_elements: 'elements', more_colours: 'colours', larger_text: 'textSize' },
      ...{ more_contrast: 'contrast', aligned: 'tidiness', lighter: 'light', purer: 'saturation' },
    }),
    random: randomPage,
    render: (subject) => renderer.render(subject as LandingPage),
    close: renderer.close,
  }
}

/** Drawn screens. The first five tastes are about layout. */
export function openDrawings(): KnobSet {
  const tastes: Readonly<Record<string, Partial<Record<KnobName, 1 | -1>>>> = {
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
  return {
    tastes: tastes as KnobSet['tastes'],
    knobOf: knobsOf<KnobName>({
      ...{ more_space: 'whiteSpace', more_elements: 'clutter', more_colours: 'colourCount', larger_text: 'textSize' },
      ...{ more_contrast: 'contrast', aligned: 'alignment' },
    }),
    random: (seed) => randomInterface(seed, { kinds: ['landing'] }),
    render: (subject) => withSvg(() => renderInterface(subject as Interface)),
    close: async () => {},
  }
}

/** Each change turns its knob up, and its opposite turns it down. */
function knobsOf<Knob extends string>(up: Readonly<Partial<Record<ChangeName, Knob>>>): KnobSet['knobOf'] {
  return Object.fromEntries(
    Object.entries(up).flatMap(([name, knob]) => {
      const { opposite } = changeOf(name as ChangeName)
      return [[name, [knob, 1]], ...(opposite ? [[opposite, [knob, -1]]] : [])]
    }),
  )
}
