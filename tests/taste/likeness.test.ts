import { readFile } from 'node:fs/promises'
import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { type LikenessHead, openLikenessSpace } from '@palate/core/taste/likeness/space.ts'
import { builtinLikenessPath } from '@palate/server/pictures/embedders/model-files.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { expect, test } from 'vitest'
import { syntheticPicture, syntheticPictureNames } from '../../fitting/embedder/synthetic-pictures.ts'

const head: LikenessHead = JSON.parse(await readFile(builtinLikenessPath, 'utf8'))

test('the shipped views match the shipped embedder and name their training pictures', async () => {
  expect(head.about).toMatch(/OASIS.*calista.*Caltech-101/)
  const embedder = await openEmbedder({ kind: 'builtin' })
  const space = openLikenessSpace(head, 'builtin')
  expect(space.views.map(({ name, usual }) => [name, usual.length])).toEqual([
    ['look', 2],
    ['content', 0],
  ])
  for (const name of syntheticPictureNames) {
    const pixels = syntheticPicture(name)
    const [embedding = new Float32Array()] = await embedder.embed([pixels])
    const { at, coordinates } = space.project({ embedding, attributes: measureAttributes(pixels) })
    expect(at.map(({ length }) => length)).toEqual([40, 128])
    expect(coordinates.axes.length).toBe(168)
    expect([...at.flatMap((values) => [...values])].every(Number.isFinite)).toBe(true)
  }
  await embedder.close()
})

test('with another embedder the look is that of the attributes, and the content the embedding at unit length', () => {
  const space = openLikenessSpace(head, 'other')
  const attributes = measureAttributes(syntheticPicture(syntheticPictureNames[0] ?? ''))
  const { at, coordinates } = space.project({ embedding: Float32Array.of(3, 4), attributes })
  expect(at.map(({ length }) => length)).toEqual([25, 2])
  const [a = 0, b = 0] = at[1] ?? []
  expect(a / b).toBeCloseTo(0.75, 6)
  expect(Math.hypot(...coordinates.axes.subarray(25))).toBeCloseTo(Math.SQRT1_2, 6)
})
