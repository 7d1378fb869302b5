import { writeFile } from 'node:fs/promises'
import { decodePicture, forEmbedder } from '@palate/server/pictures/decoding/decode.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeFamilyModel } from './family-model.ts'

/** 640 × 320: blue in the middle square, red to its left and right. Its top tenth is green. */
let picture: Uint8Array
beforeAll(async () => {
  const data = new Uint8Array(640 * 320 * 3)
  for (let y = 0; y < 320; y++) {
    for (let x = 0; x < 640; x++) {
      const channel = y < 32 ? 1 : x >= 160 && x < 480 ? 2 : 0
      data[(y * 640 + x) * 3 + channel] = 255
    }
  }
  picture = await sharp(data, { raw: { width: 640, height: 320, channels: 3 } })
    .png()
    .toBuffer()
})

async function embed(path: string, preset?: 'clip' | 'siglip' | 'dinov2') {
  const embedder = await openEmbedder({ kind: 'onnx', path, ...(preset && { preset }) })
  const decoded = await decodePicture(picture, embedder.picture)
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(decoded, embedder.picture)])
  await embedder.close()
  return { embedding: [...embedding], picture: embedder.picture, dimensions: embedder.dimensions }
}

/** The model input for these shares of red, green and blue. */
function normalised(shares: readonly number[], mean: readonly number[], deviation: readonly number[]): number[] {
  return shares.map((share, i) => (share - (mean[i] ?? 0)) / (deviation[i] ?? 1))
}

function expectNear(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length)
  for (const [i, value] of expected.entries()) expect(actual[i]).toBeCloseTo(value, 1)
}

describe('the preset', () => {
  test('clip uses the centre of the picture and the projected embedding', async () => {
    const { embedding, picture: shape } = await embed(
      await writeFamilyModel(['last_hidden_state', 'image_embeds', 'pooler_output']),
      'clip',
    )
    expect(shape).toEqual({ shape: 'middle', side: 224, shortSide: 224, resampling: 'cubic' })
    const [mean, deviation] = [
      [0.48145466, 0.4578275, 0.40821073],
      [0.26862954, 0.26130258, 0.27577711],
    ]
    expectNear(embedding, normalised([0, 0.1, 0.9], mean, deviation))
  })

  test('siglip squeezes the whole picture and uses the pooled output', async () => {
    const { embedding, picture: shape } = await embed(
      await writeFamilyModel(['last_hidden_state', 'pooler_output']),
      'siglip',
    )
    expect(shape).toEqual({ shape: 'square', side: 224, resampling: 'cubic' })
    expectNear(embedding, normalised([0.45, 0.1, 0.45], [0.5, 0.5, 0.5], [0.5, 0.5, 0.5]))
  })

  test('dinov2 crops the centre of a larger picture and uses the first token of the hidden state', async () => {
    const {
      embedding,
      dimensions,
      picture: shape,
    } = await embed(await writeFamilyModel(['last_hidden_state']), 'dinov2')
    expect(shape).toEqual({ shape: 'middle', side: 224, shortSide: 256, resampling: 'cubic' })
    expect(dimensions).toBe(3)
    // The first remaining row is the seventeenth of 256, and green extends to the twenty-sixth.
    expectNear(embedding, normalised([0, 1, 0], [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]))
  })

  test('can be named in the JSON file next to the model, whose other members take precedence', async () => {
    const path = await writeFamilyModel(['pooler_output'])
    await writeFile(`${path}.json`, JSON.stringify({ preset: 'siglip', size: 32, mean: 0, deviation: 1 }))
    const { embedding, picture: shape } = await embed(path)
    expect(shape).toEqual({ shape: 'square', side: 32, resampling: 'cubic' })
    expectNear(embedding, [0.45, 0.1, 0.45])
  })

  test('with a short side below the size is refused in one line', async () => {
    const path = await writeFamilyModel(['pooler_output'])
    await writeFile(`${path}.json`, JSON.stringify({ preset: 'clip', shortSide: 200 }))
    await expect(openEmbedder({ kind: 'onnx', path })).rejects.toThrow(
      /model\.onnx: shortSide must be at least the size, 224; correct it in \S+$/,
    )
  })
})
