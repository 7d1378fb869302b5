import { writeFile } from 'node:fs/promises'
import type { Pixels } from '@palate/core/taste/attributes.ts'
import type { Embedder } from '@palate/server/pictures/embedders/embedder.ts'
import { type LocalEmbedderSettings, openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { type SmallModel, writeSmallModel } from './small-model.ts'

const opened: Embedder[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((embedder) => embedder.close()))
})

async function open(settings: LocalEmbedderSettings): Promise<Embedder> {
  const embedder = await openEmbedder(settings)
  opened.push(embedder)
  return embedder
}

const openSmall = async (model: SmallModel) => open({ kind: 'onnx', path: await writeSmallModel(model) })

function plain(side: number, colour: readonly [number, number, number]): Pixels {
  return {
    width: side,
    height: side,
    data: Uint8Array.from({ length: side * side * 3 }, (_, at) => colour[at % 3] ?? 0),
  }
}

const card = { mean: [0.5, 0.25, 0], deviation: [0.5, 0.25, 1] }

describe('an ONNX file', () => {
  test.each(['NCHW', 'NHWC'] as const)(
    'in layout %s gets each colour minus its mean, divided by its deviation',
    async (layout) => {
      const embedder = await openSmall({ layout, card })
      expect(embedder.dimensions).toBe(3)
      expect(embedder.picture).toEqual({ shape: 'square', side: 8 })
      const [red, mixed] = await embedder.embed([plain(8, [255, 0, 0]), plain(8, [51, 102, 204])])
      expect(red).toEqual(Float32Array.of(1, -1, 0))
      for (const [channel, value] of [-0.6, 0.6, 0.8].entries()) expect(mixed?.[channel]).toBeCloseTo(value, 6)
    },
  )

  test('gets each colour in its own channel', async () => {
    const embedder = await openSmall({ size: 2, card: { mean: 0, deviation: 1 } })
    const data = Uint8Array.from([255, 0, 0, 255, 0, 51, 255, 0, 51, 255, 0, 102])
    const [embedding] = await embedder.embed([{ width: 2, height: 2, data }])
    expect([...(embedding ?? [])].map((value) => Number(value.toFixed(6)))).toEqual([1, 0, 0.2])
  })

  test.each(['NCHW', 'NHWC'] as const)('in layout %s with byte input gets the bytes unchanged', async (layout) => {
    const embedder = await openSmall({ layout, type: 'uint8', size: 2 })
    const data = Uint8Array.from([255, 0, 1, 255, 0, 3, 255, 0, 5, 255, 4, 7])
    expect(await embedder.embed([{ width: 2, height: 2, data }])).toEqual([Float32Array.of(255, 1, 4)])
  })

  test('may accept pictures in their own aspect ratio', async () => {
    const embedder = await openSmall({ size: 'side', card: { ...card, size: 4, shape: 'whole' } })
    expect(embedder.picture).toEqual({ shape: 'whole', side: 4 })
    const data = Uint8Array.from({ length: 8 * 2 * 3 }, (_, i) => [255, 0, 0][i % 3] ?? 0)
    for (const [width, height] of [
      [8, 2],
      [2, 8],
      [4, 4],
    ] as const) {
      expect(await embedder.embed([{ width, height, data }])).toEqual([Float32Array.of(1, -1, 0)])
    }
  })

  test('may have its card in its own metadata; the JSON file next to it takes precedence', async () => {
    const metadata = { mean: '[0.5,0.5,0.5]', deviation: '0.5', layout: 'NCHW', author: 'somebody' }
    const alone = await openSmall({ metadata })
    expect(await alone.embed([plain(8, [255, 0, 255])])).toEqual([Float32Array.of(1, -1, 1)])
    const corrected = await openSmall({ metadata, card: { deviation: 0.25 } })
    expect(await corrected.embed([plain(8, [255, 0, 255])])).toEqual([Float32Array.of(2, -2, 2)])
  })

  test('without a fixed size takes it from the card, and with several outputs the one that the card names', async () => {
    const embedder = await openSmall({
      size: 'side',
      outputs: ['untouched', 'pooled'],
      card: { ...card, size: 16, output: 'pooled' },
    })
    expect(embedder.picture.side).toBe(16)
    expect(await embedder.embed([plain(16, [255, 0, 0])])).toEqual([Float32Array.of(1, -1, 0)])
  })

  test('has an id that changes with the model and its card, and with nothing else', async () => {
    const { id } = await openSmall({ card })
    expect(id).toMatch(/^onnx-[0-9a-f]{16}$/)
    expect((await openSmall({ card })).id).toBe(id)
    const others = [
      await openSmall({ card: { ...card, mean: 0 } }),
      await openSmall({ card, metadata: { note: 'trained longer' } }),
      await openSmall({ card, size: 9 }),
    ].map((other) => other.id)
    expect(new Set([id, ...others]).size).toBe(4)
  })

  test.each([
    ['has no mean', {}, /^\S+model\.onnx: mean .*; set them in \S+model\.onnx\.json$/],
    [
      'has a deviation of zero',
      { card: { mean: 0, deviation: 0 } },
      /model\.onnx: deviation must be above 0; correct it in/,
    ],
    ['has no such output', { card: { ...card, output: 'text' } }, /^\S+model\.onnx has no output text$/],
    [
      'has several outputs',
      { outputs: ['embedding', 'pooled'], card },
      /has the outputs embedding, pooled: name one as output in/,
    ],
    ['has no fixed size', { size: 'side', card }, /the model has no fixed size; set one in/],
    ['returns no vector', { outputs: ['untouched'], card }, /^output untouched of \S+ is not one vector, but 1×3×8×8$/],
    ['has a card that is not an object', { card: 7 }, /model\.onnx\.json is not a JSON object$/],
  ] satisfies [string, SmallModel, RegExp][])(
    'that %s is refused with a one-line message',
    async (_, model, message) => {
      await expect(openSmall(model)).rejects.toThrow(message)
    },
  )

  test('that is not a model, or does not exist, is refused with a one-line message', async () => {
    await expect(open({ kind: 'onnx', path: '/nowhere/model.onnx' })).rejects.toThrow(
      /^\/nowhere\/model\.onnx cannot be read: ENOENT$/,
    )
    const path = await writeSmallModel({ card })
    await writeFile(path, 'this is not a model')
    await expect(open({ kind: 'onnx', path })).rejects.toThrow(/^\S+model\.onnx is not a runnable ONNX model: [^\n]*$/)
  })
})

test('the built-in model needs no settings, and distinguishes pictures', async () => {
  const embedder = await open({ kind: 'builtin' })
  expect(embedder.id).toMatch(/^builtin-[0-9a-f]{16}$/)
  expect(embedder.picture.shape).toBe('whole')
  const { side } = embedder.picture
  const [red, again, blue] = await embedder.embed([
    plain(side, [255, 0, 0]),
    plain(side, [255, 0, 0]),
    plain(side, [0, 0, 255]),
  ])
  expect(red?.length).toBe(embedder.dimensions)
  expect(red?.every(Number.isFinite)).toBe(true)
  expect(again).toEqual(red)
  expect(blue).not.toEqual(red)
})
