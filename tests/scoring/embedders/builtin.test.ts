import { readFile } from 'node:fs/promises'
import { builtinModelPath } from '@palate/server/embedder-settings.ts'
import { exactProducts, productsAreExact } from '@palate/server/scoring/embedders/int8-precision.ts'
import { openOnnxEmbedder } from '@palate/server/scoring/embedders/onnx-embedder.ts'
import { expect, test } from 'vitest'
import { syntheticPicture, syntheticPictureNames } from '../../../fitting/embedder/synthetic-pictures.ts'

const expected: Record<string, number[]> = JSON.parse(
  await readFile(builtinModelPath.replace(/\.onnx$/, '.expected.json'), 'utf8'),
)

test('the built-in model gives the numbers of a plain forward pass of the same weights', async () => {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  expect(embedder.dimensions).toBe(1312)
  expect(embedder.picture).toEqual({ shape: 'whole', side: 224 })
  for (const name of syntheticPictureNames) {
    const [features = new Float32Array()] = await embedder.embed([syntheticPicture(name)])
    const wanted = expected[name] ?? []
    expect(features.length).toBe(wanted.length)
    // Half way between two steps of a byte, one rounds up where the other rounds down.
    const squares = wanted.reduce((sum, value, i) => sum + (value - Number(features[i])) ** 2, 0)
    expect(Math.sqrt(squares / wanted.reduce((sum, value) => sum + value ** 2, 0)), name).toBeLessThan(0.02)
  }
  await embedder.close()
})

test('the built-in model says how it wants its pictures, and where it is from', async () => {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  const [first, again] = await embedder.embed([syntheticPicture('rings'), syntheticPicture('rings')])
  expect(again).toEqual(first)
  expect((await readFile(builtinModelPath)).includes('mobilenetv2skincancer@1.0.13 sha512-')).toBe(true)
  await embedder.close()
})

test('8-bit products come out exact in the way that is asked for where the processor would cut them off', async () => {
  expect(await productsAreExact(exactProducts)).toBe(true)
})
