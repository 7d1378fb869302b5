import { readFile } from 'node:fs/promises'
import { openPrior, type PriorHead } from '@palate/core/taste/prior/prior.ts'
import { builtinPriorPath } from '@palate/server/pictures/embedders/model-files.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { expect, test } from 'vitest'
import { syntheticPicture, syntheticPictureNames } from '../../fitting/embedder/synthetic-pictures.ts'

const head: PriorHead = JSON.parse(await readFile(builtinPriorPath, 'utf8'))

test('the shipped prior matches the shipped embedder and names its training judgements', async () => {
  const embedder = await openEmbedder({ kind: 'builtin' })
  const prior = openPrior(head)
  expect(prior.dimensions).toBe(embedder.dimensions)
  expect(head.about).toMatch(/Brielmann & Pelli \(2019\).*OASIS.*calista/)
  expect(head.about).not.toMatch(/Reinecke/)
  for (const name of syntheticPictureNames) {
    const [embedding = new Float32Array()] = await embedder.embed([syntheticPicture(name)])
    const place = prior.project(embedding)
    expect([place.axes.length, place.directions.length]).toEqual([96, 24])
    // The patterns resemble neither photographs nor websites, so the prior must stay near neutral.
    expect(Math.abs(prior.meanAt(place))).toBeLessThan(1.5)
  }
  await embedder.close()
})
