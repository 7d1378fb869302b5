import { attributes, type Measured } from '@palate/core/taste/attributes.ts'
import { unpack } from '@palate/core/taste/prior/packing.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { calibrationOf } from '../../fitting/likeness/calibrate.ts'
import { editPicture } from '../../fitting/likeness/edits.ts'
import { fitLookView } from '../../fitting/likeness/look-view.ts'
import { themesOf } from '../../fitting/likeness/subjects.ts'
import { seeded } from '../../fitting/seeded.ts'

test('the first axis of the look separates looks but not pictures of one look', () => {
  const random = seeded(3)
  const samples = Array.from({ length: 20 }, (_, look) =>
    Array.from({ length: 6 }, () => {
      const measured = attributes.map(({ name }, i) => [name, i === 4 ? look / 20 + random() * 0.02 : random()])
      const features = { attributes: Object.fromEntries(measured) as Measured, embedding: new Float32Array(0) }
      return { features, look, theme: undefined }
    }),
  ).flat()
  const { projection, between, features } = fitLookView(samples, 'attributes')
  const first = Array.from(unpack(projection).subarray(0, features), Math.abs)
  expect(first.indexOf(Math.max(...first))).toBe(4)
  const [largest = 0, second = 0] = unpack(between)
  expect(largest).toBeGreaterThan(4 * second)
})

test('the calibration is large for separated groups, and small for overlapping ones', () => {
  const random = seeded(4)
  const members = (distance: number) =>
    Array.from({ length: 60 }, (_, i) => ({
      at: Float32Array.of(((i % 6) - 2.5) * distance + 2 * random() - 1),
      group: i % 6,
    }))
  const view = { name: 'look', between: 4 } as const
  expect(calibrationOf(view, members(2))).toBeGreaterThan(1)
  expect(calibrationOf(view, members(0))).toBeLessThan(0.5)
})

test('photographs with neighbouring numbers are one theme, unless the benchmark uses them', () => {
  expect(themesOf([251, 252, 311, 312, 316, 400, 402])).toEqual([undefined, undefined, 1, 1, undefined, 3, 3])
})

test('each edit has its effect', async () => {
  const create = { width: 60, height: 40, channels: 3, background: { r: 200, g: 100, b: 50 } } as const
  const bytes = await sharp({ create }).png().toBuffer()
  const meanOf = async (edit: Parameters<typeof editPicture>[1]) => {
    const { channels } = await sharp(await editPicture(bytes, edit, seeded(1))).stats()
    return channels.map(({ mean }) => Math.round(mean))
  }
  const near = (expected: readonly number[]) => expected.map((value) => expect.closeTo(value, -1))
  expect(await meanOf({})).toEqual(near([200, 100, 50]))
  expect(await meanOf({ saturation: 0 })).toEqual(near([124, 124, 124]))
  expect(await meanOf({ lift: 20 })).toEqual(near([220, 120, 70]))
  expect(await meanOf({ tone: { dark: [0, 0, 0], light: [255, 0, 0], share: 1 } })).toEqual(near([124, 0, 0]))
  const { width, height } = await sharp(
    await editPicture(bytes, { border: { width: 0.1, colour: [0, 0, 0] } }, seeded(1)),
  ).metadata()
  expect([width, height]).toEqual([566, 399])
})
