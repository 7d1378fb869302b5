import { readFile } from 'node:fs/promises'
import { openOnnxEmbedder } from '@palate/server/scoring/embedder-onnx.ts'
import { builtinModelPath } from '@palate/server/scoring/embedder-settings.ts'
import { expect, test } from 'vitest'
import { testCard, testCards } from '../scripts/test-cards.ts'

const expected: Record<string, number[]> = JSON.parse(
  await readFile(builtinModelPath.replace(/\.onnx$/, '.expected.json'), 'utf8'),
)

test('the built-in model gives the numbers of a plain forward pass of the same weights', async () => {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  expect(embedder.dimensions).toBe(1312)
  expect(embedder.picture).toEqual({ shape: 'square', side: 256 })
  for (const name of testCards) {
    const [features = new Float32Array()] = await embedder.embed([testCard(name, 256)])
    const wanted = expected[name] ?? []
    expect(features.length).toBe(wanted.length)
    // The expected numbers are kept with four digits.
    const furthest = Math.max(
      ...wanted.map((value, i) => Math.abs(value - Number(features[i])) - 1e-3 * Math.abs(value)),
    )
    expect(furthest, name).toBeLessThan(2e-4)
  }
  await embedder.close()
})

test('the built-in model says how it wants its pictures, and where it is from', async () => {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  const [first, again] = await embedder.embed([testCard('rings', 256), testCard('rings', 256)])
  expect(again).toEqual(first)
  expect((await readFile(builtinModelPath)).includes('mobilenetv2skincancer@1.0.13 sha512-')).toBe(true)
  await embedder.close()
})
