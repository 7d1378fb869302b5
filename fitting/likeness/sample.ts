import { join } from 'node:path'
import type { PictureFeatures } from '@palate/core/taste/model/fit-input.ts'
import { openEmbedder } from '@palate/server/pictures/embedders/open-embedder.ts'
import { readRows, type SetName } from '../prior/picture-sets.ts'
import { seeded } from '../seeded.ts'
import { type EditedPicture, featuresOf } from './features.ts'
import { randomLook } from './random-looks.ts'
import { themesOf } from './subjects.ts'

/** An edited photograph. Photographs with the same look number have the same edit. */
export type Sample = {
  readonly features: PictureFeatures
  readonly look: number
  /** Undefined if the subject is unknown or is one of the benchmark's subjects. */
  readonly theme: number | undefined
}

/** The training data of the views: photographs in random looks, and unedited pictures of the usual kinds. */
export type Samples = { readonly edited: readonly Sample[]; readonly usual: readonly (readonly PictureFeatures[])[] }

const looks = 160
const picturesPerLook = 12
const seed = 77

/** Random photographs in random looks. */
export async function readSamples(folder: string): Promise<Samples> {
  const photographs = await readPhotographs(folder)
  const themes = themesOf(photographs.map(({ id }) => id))
  const random = seeded(seed)
  const chosen = Array.from({ length: looks }, (_, look) => {
    const edit = randomLook(random)
    return Array.from({ length: picturesPerLook }, (_, i) => {
      const photograph = Math.floor(random() * photographs.length)
      const path = photographs[photograph]?.path ?? ''
      return { look, theme: themes[photograph], picture: { path, edit, seed: look * 1000 + i } satisfies EditedPicture }
    })
  }).flat()
  const embedder = await openEmbedder({ kind: 'builtin' })
  const features = await featuresOf(
    embedder,
    chosen.map(({ picture }) => picture),
  )
  const usual = [
    await featuresOf(embedder, photographs.map(asItIs)),
    await featuresOf(embedder, (await readPictures(folder, 'calista')).map(asItIs)),
  ]
  await embedder.close()
  return {
    edited: chosen.map(({ look, theme }, i) => ({ look, theme, features: features[i] as PictureFeatures })),
    usual,
  }
}

/** An unedited picture. */
export function asItIs({ path }: { readonly path: string }, seed: number): EditedPicture {
  return { path, edit: {}, seed }
}

export async function readPhotographs(folder: string) {
  const pictures = await readPictures(folder, 'oasis')
  return pictures.map(({ id, path }) => ({ id: Number(id), path })).sort((a, b) => a.id - b.id)
}

async function readPictures(folder: string, set: SetName) {
  const rows = await readRows(join(folder, set, 'images.csv'))
  return rows.map(({ image_id = '', file = '' }) => ({ id: image_id, path: join(folder, set, 'images', file) }))
}
