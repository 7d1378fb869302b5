import { parentPort, workerData } from 'node:worker_threads'
import { withChange } from '@palate/core/taste/advice/changes.ts'
import { readPalette } from '@palate/core/taste/attributes/palette.ts'
import { readPlanes } from '@palate/core/taste/attributes/planes.ts'
import { measureAttributes } from '@palate/core/taste/attributes.ts'
import { flatPixelsOf, measureScreenDesign } from '@palate/core/taste/brief/screen-design.ts'
import { problemIn, problemSignsOf } from '@palate/core/taste/novelty/problem.ts'
import { withCellHidden } from '@palate/core/taste/regions/hidden-cell.ts'
import type { EmbedderSettings } from '../../config/embedder-settings.ts'
import { nowMs } from '../../platform/tracing/tracing.ts'
import {
  attributesPicture,
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
import { encodeForRemote, encodePixels, remotePicture } from '../embedders/encoded-picture.ts'
import { openBuiltinBeside, openEmbedder } from '../embedders/open-embedder.ts'
import { FrameFault } from '../picture-faults.ts'
import type { FromWorker, ToWorker } from '../threads/worker-messages.ts'
import type {
  ColoursResult,
  DesignResult,
  Edit,
  EditablePicture,
  EditableResult,
  EditedResult,
  FeatureJob,
  JobResult,
  MeasuredPicture,
  Part,
  SharedPicture,
  UnembeddedCopy,
  WorkerInfo,
} from './feature-extractor.ts'

// A worker thread that decodes, measures and embeds pictures, so that the event loop only moves their bytes.

type Message = FromWorker<WorkerInfo, JobResult, Part>

const port = parentPort
if (port === null) throw new Error('this file runs as a worker')
const post = (message: Message, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

try {
  const settings = workerData as EmbedderSettings
  const embedder = settings.kind === 'http' ? undefined : await openEmbedder(settings)
  const builtin = await openBuiltinBeside(settings)
  const main = builtin ?? (settings.kind === 'builtin' ? embedder : undefined)
  const embedders = { embedder, builtin, mainPicture: main?.picture ?? attributesPicture }
  port.on('message', (message: ToWorker<FeatureJob>) => {
    if (message !== 'close') return void answer(embedders, message.id, message.job)
    Promise.all([embedder?.close(), builtin?.close()]).finally(() => port.close())
  })
  post({ ready: { embedder: spaceOf(embedder), builtin: spaceOf(builtin) } })
} catch (error) {
  post({ startFailed: (error as Error).message })
}

function spaceOf(embedder: Embedder | undefined) {
  return embedder && { id: embedder.id, dimensions: embedder.dimensions }
}

type PictureJob = Extract<FeatureJob, { readonly shared: boolean }>

interface Embedders {
  /** Undefined if it is remote: then this thread encodes the pictures, and the main thread sends them. */
  readonly embedder: Embedder | undefined
  /** Set if another embedder is used together with the prior. */
  readonly builtin: Embedder | undefined
  /** Attributes and the built-in embedding do not depend on the chosen embedder. */
  readonly mainPicture: PictureShape
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

async function coloursOf({ mainPicture }: Embedders, bytes: Uint8Array): Promise<ColoursResult> {
  const picture = await decodePicture(bytes, mainPicture)
  return { colours: readPalette(readPlanes(forAttributes(picture))) }
}

async function designOf(bytes: Uint8Array): Promise<DesignResult> {
  const pixels = await decodeTop(bytes)
  const screen = measureScreenDesign(pixels)
  return { colours: readPalette(readPlanes(flatPixelsOf(pixels))), ...(screen && { screen }) }
}

async function editableOf(embedders: Embedders, bytes: Uint8Array): Promise<EditableResult> {
  const main = await decodePicture(bytes, embedders.mainPicture)
  const shape = otherPictureOf(embedders)
  const other = shape && (await decodePicture(bytes, shape))
  const problem = problemIn(problemSignsOf(main.decoded))
  return { editable: { main, ...(other && { other }), ...(problem && { problem }) } }
}

/** What the chosen embedder expects. Undefined if that is the main picture. */
function otherPictureOf({ embedder, mainPicture }: Embedders): PictureShape | undefined {
  if (!embedder) return remotePicture
  return embedder.picture === mainPicture ? undefined : embedder.picture
}

/** One after the other, because the copies of a picture are large compared with their features. */
async function editedOf(embedders: Embedders, picture: EditablePicture, edits: readonly Edit[]): Promise<EditedResult> {
  const copies: (UnembeddedCopy | undefined)[] = []
  for (const edit of edits) copies.push(await editedCopyOf(embedders, picture, edit))
  return { copies }
}

async function editedCopyOf(
  embedders: Embedders,
  { main, other }: EditablePicture,
  edit: Edit,
): Promise<UnembeddedCopy | undefined> {
  const { embedder, builtin, mainPicture } = embedders
  const edited = editedPicture(main, edit, mainPicture)
  if (!edited) return undefined
  const shape = otherPictureOf(embedders)
  const editedOther = shape && other ? (editedPicture(other, edit, shape) ?? other) : edited
  return {
    attributes: measureAttributes(forAttributes(edited)),
    ...(embedder
      ? { embedding: await embed(embedder, editedOther) }
      : { toEmbed: await encodePixels(editedOther.decoded) }),
    ...(builtin && { builtinEmbedding: await embed(builtin, edited) }),
  }
}

function editedPicture(picture: DecodedPicture, edit: Edit, shape: PictureShape): DecodedPicture | undefined {
  const decoded =
    'cell' in edit
      ? withCellHidden(picture.decoded, edit, shownArea(picture, shape))
      : withChange(picture.decoded, edit)
  return decoded && { ...picture, decoded }
}

async function extractFeatures(embedders: Embedders, id: number, { bytes, shared }: PictureJob): Promise<void> {
  const { embedder, builtin, mainPicture } = embedders
  const startMs = nowMs()
  const picture = await decodePicture(bytes, mainPicture)
  const { width, height, format, decoded } = picture
  if (!embedder) {
    const toEmbed = await encodeForRemote(bytes)
    post({ id, part: { toEmbed } }, [toEmbed.buffer])
  }
  if (shared) {
    // A copy, because this thread continues to use the original.
    const data = new Uint8Array(decoded.data)
    post({ id, part: { width, height, decoded: { ...decoded, data } } }, [data.buffer])
  }
  const measured = shared ? {} : measure(picture)
  const decodedMs = nowMs()
  const shape = otherPictureOf(embedders)
  const embedding = embedder && (await embed(embedder, shape ? await decodePicture(bytes, shape) : picture))
  const builtinEmbedding = builtin && (await embed(builtin, picture))
  const times = [startMs, decodedMs, nowMs()] as const
  const embeddings = { ...(embedding && { embedding }), ...(builtinEmbedding && { builtinEmbedding }) }
  const transfer = Object.values(embeddings).map(({ buffer }) => buffer)
  post({ id, result: { width, height, format, times, ...measured, ...embeddings }, more: true }, transfer)
  // No answer needs the preview. It is encoded on another thread, while this one takes the next job.
  const preview = await previewOf(picture).catch(() => undefined)
  post({ id, part: { preview } })
}

async function embed(embedder: Embedder, picture: DecodedPicture): Promise<Float32Array<ArrayBuffer>> {
  const [embedding = new Float32Array()] = await embedder.embed([forEmbedder(picture, embedder.picture)])
  return embedding
}

function measure(picture: SharedPicture): MeasuredPicture {
  return { attributes: measureAttributes(forAttributes(picture)) }
}
