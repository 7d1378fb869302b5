import { type Measured, measureAttributes } from '@palate/core/taste/attributes.ts'
import { fitInputOf } from '@palate/core/taste/model/fit-input.ts'
import { createLearner, type Learner } from '@palate/core/taste/model/learn.ts'
import { validate } from '@palate/core/taste/validation/validate.ts'
import sharp from 'sharp'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { attributesPicture, decodePicture, forAttributes, forEmbedder } from '../../pictures/decoding/decode.ts'
import type { Embedder } from '../../pictures/embedders/embedder.ts'
import { encodeForRemote } from '../../pictures/embedders/encoded-picture.ts'
import { openHttpEmbedder } from '../../pictures/embedders/http-embedder.ts'
import { openBuiltinBeside, openEmbedder } from '../../pictures/embedders/open-embedder.ts'
import { createFeatures, type Features } from '../../pictures/features/features.ts'
import { sha256 } from '../../platform/hash.ts'
import { openPriorFor } from '../learning/builtin-prior.ts'
import type { JudgedPictures } from './judged-pictures.ts'

/** Measurements of an embedder. Likeness is the cosine of two pictures in the space where the model compares them. */
export interface EmbedderMeasures {
  readonly id: string
  readonly dimensions: number
  /** Median time over the pictures for decoding and embedding. */
  readonly msPerFrame: number
  /** Means, or null if there are too few pictures. */
  readonly likeness: {
    readonly flipped: number | null
    readonly recompressed: number | null
    readonly different: number | null
  }
  /** Cross-validation on the owner's judgements, or null if there are too few. */
  readonly heldOut: { readonly judgements: number; readonly correct: number } | null
}

/** How many pictures to copy. */
const copiedPicturesMax = 10

/** Runs on the calling thread. Rejects with a one-line message if the embedder cannot be opened. */
export async function measureEmbedder(settings: EmbedderSettings, judged: JudgedPictures): Promise<EmbedderMeasures> {
  const embedder = await openForFiles(settings)
  const builtin = await openBuiltinBeside(settings)
  try {
    return await measure({ embedder, builtin, learner: createLearner(openPriorFor(settings)) }, judged)
  } finally {
    await Promise.all([embedder.close(), builtin?.close()])
  }
}

/** Either kind of embedder, for the bytes of a picture. */
interface FileEmbedder extends Pick<Embedder, 'id' | 'dimensions' | 'close'> {
  embed(bytes: Uint8Array): Promise<Float32Array<ArrayBuffer>>
}

async function openForFiles(settings: EmbedderSettings): Promise<FileEmbedder> {
  if (settings.kind !== 'http') {
    const local = await openEmbedder(settings)
    return { ...local, embed: (bytes) => embed(local, bytes) }
  }
  const remote = await openHttpEmbedder(settings, { batchWaitMs: 0 })
  return { ...remote, embed: async (bytes) => remote.embed(await encodeForRemote(bytes)) }
}

interface Tools {
  readonly embedder: FileEmbedder
  readonly builtin: Embedder | undefined
  readonly learner: Learner
}

interface ReadPicture extends Features {
  readonly ms: number
}

async function measure(tools: Tools, judged: JudgedPictures): Promise<EmbedderMeasures> {
  const { embedder, learner } = tools
  const read = new Map<string, ReadPicture>()
  for (const [name, bytes] of judged.pictures) {
    const picture = await readPicture(tools, bytes).catch(() => undefined)
    if (picture) read.set(name, picture)
  }
  const { dimension, examples, seed } = judged
  const pictures = [...read.values()]
  const placeOf = (picture: ReadPicture) => learner.frameOf({ dimension, wishes: [] }, picture).coordinates.axes
  const places = pictures.map(placeOf)
  const copied = [...read].slice(0, copiedPicturesMax)
  const likenessTo = async (copy: typeof flipped) => {
    const likenesses: number[] = []
    for (const [name, picture] of copied) {
      const bytes = await copy(judged.pictures.get(name) ?? new Uint8Array())
      const other = await readPicture(tools, bytes, picture.attributes)
      likenesses.push(cosine(placeOf(picture), placeOf(other)))
    }
    return mean(likenesses)
  }
  const different = places.slice(1).map((place, i) => cosine(place, places[i] ?? place))
  const { heldOut } = validate(learner, fitInputOf(dimension, examples, read, seed))
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    msPerFrame: round(median(pictures.map(({ ms }) => ms))),
    likeness: {
      flipped: await likenessTo(flipped),
      recompressed: await likenessTo(recompressed),
      different: mean(different),
    },
    heldOut,
  }
}

/** Times only this embedder, not the built-in one that runs alongside it. */
async function readPicture(
  { embedder, builtin }: Tools,
  bytes: Uint8Array,
  knownAttributes?: Measured,
): Promise<ReadPicture> {
  const started = performance.now()
  const embedding = await embedder.embed(bytes)
  const ms = performance.now() - started
  const builtinEmbedding = builtin && (await embed(builtin, bytes))
  const attributes = knownAttributes ?? measureAttributes(forAttributes(await decodePicture(bytes, attributesPicture)))
  const space = { dimensions: embedder.dimensions, builtinDimensions: builtin?.dimensions ?? 0 }
  const features = createFeatures(space, {
    contentHash: sha256(bytes).toString('hex'),
    attributes,
    embedding,
    ...(builtinEmbedding && { builtinEmbedding }),
  })
  return { ...features, ms }
}

async function embed(embedder: Embedder, bytes: Uint8Array): Promise<Float32Array<ArrayBuffer>> {
  const picture = await decodePicture(bytes, embedder.picture)
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(picture, embedder.picture)])
  return embedding
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [ab, aa, bb] = [0, 0, 0]
  for (const [i, value] of a.entries()) {
    ab += value * (b[i] ?? 0)
    aa += value * value
    bb += (b[i] ?? 0) ** 2
  }
  return aa * bb === 0 ? 0 : ab / Math.sqrt(aa * bb)
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : round(values.reduce((sum, value) => sum + value, 0) / values.length)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4
}

/** JPEG quality at which differences are hard to see. */
const recompressedQuality = 70

export function flipped(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes).autoOrient().flop().png().toBuffer()
}

export function recompressed(bytes: Uint8Array): Promise<Uint8Array> {
  return sharp(bytes).autoOrient().flatten({ background: '#fff' }).jpeg({ quality: recompressedQuality }).toBuffer()
}
