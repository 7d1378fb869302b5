import { openInterfaceQualities } from '@palate/core/taste/usability/interface-qualities.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawInterface, randomInterface, screenKinds } from '../../demo/interfaces/interface.ts'
import { knobNames } from '../../demo/interfaces/knobs.ts'
import { readFeatures } from '../../fitting/interfaces/mock-ups.ts'
import { fitInterfaceQualities } from '../../fitting/interfaces/quality-head.ts'

test('drawing a mock-up is deterministic, and another seed, kind or knob gives another picture', () => {
  const drawn = screenKinds.map((kind) => drawInterface(randomInterface(7, { kinds: [kind] })))
  expect(screenKinds.map((kind) => drawInterface(randomInterface(7, { kinds: [kind] })))).toEqual(drawn)
  const others = [
    randomInterface(8, { kinds: ['list'] }),
    randomInterface(7, { kinds: ['list'], knobs: { contrast: 1 } }),
  ]
  expect(new Set([...drawn, ...others.map(drawInterface)]).size).toBe(drawn.length + others.length)
})

test('the given knobs are used, and the others are random', () => {
  const { knobs } = randomInterface(3, { knobs: { clutter: 0.25 } })
  expect(knobs.clutter).toBe(0.25)
  expect(Object.keys(knobs)).toEqual([...knobNames])
  for (const value of Object.values(knobs)) expect(value >= 0 && value < 1).toBe(true)
})

test('the shipped estimates distinguish a faint screen from a clear one, and match the current fitting script', async () => {
  const { interfaceQualities } = openBuiltinPrior({ kind: 'builtin' })
  expect(interfaceQualities.names).toEqual(knobNames)
  const middle = { clutter: 0.3, alignment: 1, textSize: 0.5, whiteSpace: 0.5, colourCount: 0.5 }
  const screens = [0, 0.1, 0.9, 1].flatMap((contrast) =>
    (['form', 'article'] as const).map((kind) =>
      randomInterface(90, { kinds: [kind], knobs: { ...middle, contrast } }),
    ),
  )
  const mockUps = await readFeatures(screens)
  const at = ({ estimate }: typeof interfaceQualities) =>
    mockUps.map(({ embedding, attributes }) => estimate(embedding, attributes)[0] ?? 0)
  const shipped = at(interfaceQualities)
  expect(Math.min(...shipped.slice(4))).toBeGreaterThan(Math.max(...shipped.slice(0, 4)) + 1)
  const refitted = at(openInterfaceQualities(fitInterfaceQualities(mockUps)))
  expect(Math.min(...refitted.slice(4))).toBeGreaterThan(Math.max(...refitted.slice(0, 4)))
  // The service's decoder refuses SVG in this process, before and after.
  await expect(sharp(Buffer.from(drawInterface(screens[0] ?? randomInterface(0)))).toBuffer()).rejects.toThrow()
})
