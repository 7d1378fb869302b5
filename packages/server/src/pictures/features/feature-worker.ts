import { parentPort, workerData } from 'node:worker_threads'
import { withChange } from '@palate/core/taste/advice/changes.ts'
import { readPalette } from '@palate/core/taste/attributes/palette.ts'
import { readPlanes } from '@palate/core/taste/attributes/planes.ts'
import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { flatPixelsOf, measureScreenDesign } from '@palate/core/taste/brief/screen-design.ts'
import { problemIn, problemSignsOf } from '@palate/core/taste/novelty/problem.ts'
import { withCellHidden } from '@palate/core/taste/regions/hidden-cell.ts'
import { nowMs } from '../../platform/tracing/tracing.ts'
import {
  type DecodedPicture,
  decodePicture,
  decodeTop,
  forAttributes,
  forEmbedder,
  type PictureShape,
  readHeader,
  shownArea,
} from '../decoding/decode.ts'
import { previewOf, renderThumbnail } from '../decoding/thumbnail.ts'
import type { Embedder } from '../embedders/embedder.ts'
import { openBuiltinBeside, openEmbedder } from '../embedders/open-embedder.ts'
import { FrameFault } from '../picture-faults.ts'
import type { FromWorker, ToWorker } from '../threads/worker-messages.ts'
import type {
  ColoursResult,
  DesignResult,
  Edit,
  EditablePicture,
  EditableResult,
  EditedCopy,
  EditedResult,
  FeatureJob,
  JobResult,
  MeasuredPicture,
  Preview,
  SharedPicture,
} from './feature-extractor.ts'
import type { EmbeddingSpace } from './features.ts'

// A worker thread that decodes, measures and embeds pictures, so that the event loop only moves their bytes.

type Message = FromWorker<EmbeddingSpace, JobResult, SharedPicture | Preview>

const port = parentPort
if (port === null) throw new Error('this file runs as a worker')
const post = (message: Message, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

try {
  const embedder = await openEmbedder(workerData)
  const builtin = await openBuiltinBeside(workerData)
  port.on('message', (message: ToWorker<FeatureJob>) => {
    if (message !== 'close') return void answer({ embedder, builtin }, message.id, message.job)
    Promise.all([embedder.close(), builtin?.close()]).finally(() => port.close())
  })
  const { id, dimensions } = embedder
  const beside = builtin && { builtin: { id: builtin.id, dimensions: builtin.dimensions } }
  post({ ready: { id, dimensions, ...beside } })
} catch (error) {
  post({ startFailed: (error as Error).message })
}

type PictureJob = Extract<FeatureJob, { readonly shared: boolean }>

interface Embedders {
  readonly embedder: Embedder
  /** Set if another embedder is used. */
  readonly builtin: Embedder | undefined
}

async function answer(embedders: Embedders, id: number, job: FeatureJob): Promise<void> {
  try {
    if ('measure' in job) return post({ id, result: measure(job.measure) })
    if ('inspect' in job) return post({ id, result: await readHeader(job.inspect) })
    if ('editable' in job) return post({ id, result: await editableOf(embedders, job.editable) })
    if ('editsOf' in job) return post({ id, result: await editedOf(embedders, job.editsOf, job.edits) })
    if ('coloursOf' in job) return post({ id, result: await coloursOf(embedders, job.coloursOf) })
    if ('designOf' in job) return post({ id, result: await designOf(job.designOf) })
    if ('thumbnailOf' in job)
      return post({ id, result: { thumbnail: await renderThumbnail(job.thumbnailOf, job.side) } })
    await extractFeatures(embedders, id, job)
  } catch (error) {
    if (error instanceof FrameFault) return post({ id, fault: error.toJSON() })
    post({ id, failure: (error as Error).message })
  }
}

async function coloursOf({ embedder, builtin }: Embedders, bytes: Uint8Array): Promise<ColoursResult> {
  const picture = await decodePicture(bytes, (builtin ?? embedder).picture)
  return { colours: readPalette(readPlanes(forAttributes(picture))) }
}

async function designOf(bytes: Uint8Array): Promise<DesignResult> {
  const pixels = await decodeTop(bytes)
  const screen = measureScreenDesign(pixels)
  return { colours: readPalette(readPlanes(flatPixelsOf(pixels))), ...(screen && { screen }) }
}

async function editableOf({ embedder, builtin }: Embedders, bytes: Uint8Array): Promise<EditableResult> {
  const main = await decodePicture(bytes, (builtin ?? embedder).picture)
  const other = builtin && (await decodePicture(bytes, embedder.picture))
  const problem = problemIn(problemSignsOf(main.decoded))
  return { editable: { main, ...(other && { other }), ...(problem && { problem }) } }
}

/** One after the other, because the copies of a picture are large compared with their features. */
async function editedOf(embedders: Embedders, picture: EditablePicture, edits: readonly Edit[]): Promise<EditedResult> {
  const copies: (EditedCopy | undefined)[] = []
  for (const edit of edits) copies.push(await editedCopyOf(embedders, picture, edit))
  return { copies }
}

async function editedCopyOf(
  { embedder, builtin }: Embedders,
  { main, other }: EditablePicture,
  edit: Edit,
): Promise<EditedCopy | undefined> {
  const edited = editedPicture(main, edit, (builtin ?? embedder).picture)
  if (!edited) return undefined
  const attributes = measureAttributes(forAttributes(edited))
  if (!builtin || !other) return { attributes, embedding: await embed(embedder, edited) }
  const editedOther = editedPicture(other, edit, embedder.picture) ?? other
  const [embedding, builtinEmbedding] = await Promise.all([embed(embedder, editedOther), embed(builtin, edited)])
  return { attributes, embedding, builtinEmbedding }
}

function editedPicture(picture: DecodedPicture, edit: Edit, shape: PictureShape): DecodedPicture | undefined {
  const decoded =
    'cell' in edit
      ? withCellHidden(picture.decoded, edit, shownArea(picture, shape))
      : withChange(picture.decoded, edit)
  return decoded && { ...picture, decoded }
}

async function extractFeatures(
  embedders: Embedders,
  id: number,
  { bytes, shared, traceparent }: PictureJob,
): Promise<void> {
  const { embedder, builtin } = embedders
  const startMs = nowMs()
  // Attributes and the built-in embedding do not depend on the chosen embedder.
  const picture = await decodePicture(bytes, (builtin ?? embedder).picture)
  const { width, height, format, decoded } = picture
  if (shared) {
    // A copy, because this thread continues to use the original.
    const data = new Uint8Array(decoded.data)
    post({ id, part: { width, height, decoded: { ...decoded, data } } }, [data.buffer])
  }
  const measured = shared ? {} : measure(picture)
  const decodedMs = nowMs()
  const embeddings = await embedWith(embedders, bytes, picture, traceparent)
  const times = [startMs, decodedMs, nowMs()] as const
  const { embedding, builtinEmbedding } = embeddings
  const transfer = builtinEmbedding ? [embedding.buffer, builtinEmbedding.buffer] : [embedding.buffer]
  post({ id, result: { width, height, format, times, ...measured, ...embeddings }, more: true }, transfer)
  // No answer needs the preview. It is encoded on another thread, while this one takes the next job.
  const preview = await previewOf(picture).catch(() => undefined)
  post({ id, part: { preview } })
}

interface Embeddings {
  readonly embedding: Float32Array<ArrayBuffer>
  readonly builtinEmbedding?: Float32Array<ArrayBuffer>
}

async function embedWith(
  { embedder, builtin }: Embedders,
  bytes: Uint8Array,
  picture: DecodedPicture,
  traceparent: string | undefined,
): Promise<Embeddings> {
  if (!builtin) return { embedding: await embed(embedder, picture) }
  const [embedding, builtinEmbedding] = await Promise.all([
    decodePicture(bytes, embedder.picture).then((other) => embed(embedder, other, traceparent)),
    embed(builtin, picture),
  ])
  return { embedding, builtinEmbedding }
}

async function embed(
  embedder: Embedder,
  picture: DecodedPicture,
  traceparent?: string,
): Promise<Float32Array<ArrayBuffer>> {
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(picture, embedder.picture)], traceparent)
  return embedding
}

function measure(picture: SharedPicture): MeasuredPicture {
  return { attributes: measureAttributes(forAttributes(picture)) }
}
