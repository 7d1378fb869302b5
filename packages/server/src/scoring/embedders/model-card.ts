import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-node'
import { z } from 'zod'
import { readOnnxMetadata } from './onnx-metadata.ts'

/** How a model takes its pictures. */
export interface ModelCard {
  readonly input: string
  readonly output: string
  /** A uint8 model gets the bytes unchanged; a float32 model gets `(byte / 255 - mean) / deviation` for each channel. */
  readonly type: 'uint8' | 'float32'
  /** Resized to a square, or in its own proportions with about as many pixels. */
  readonly shape: 'square' | 'whole'
  readonly size: number
  readonly layout: 'NCHW' | 'NHWC'
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

/**
 * Takes each value from the JSON file beside the model (`model.onnx.json` or `model.json`), else from the model's own
 * metadata, else (all but mean and deviation) from the shape of its only input.
 */
export async function readModelCard(path: string, model: Uint8Array, session: InferenceSession): Promise<ModelCard> {
  const parsed = WrittenCard.safeParse({ ...metadataCard(model), ...(await cardFile(path)) })
  if (!parsed.success) throw new Error(`${path}: ${firstIssue(parsed.error)}; say so in ${path}.json`)
  const written = parsed.data
  const input = written.input ?? onlyName(path, 'input', session.inputNames)
  const output = written.output ?? onlyName(path, 'output', session.outputNames)
  if (!session.inputNames.includes(input)) throw new Error(`${path} has no input ${input}`)
  if (!session.outputNames.includes(output)) throw new Error(`${path} has no output ${output}`)
  const { shape, type } = inputOf(session, input)
  const layout = written.layout ?? (shape[3] === 3 ? 'NHWC' : 'NCHW')
  const size = written.size ?? shape[2]
  if (typeof size !== 'number') throw new Error(`${path}: size is not fixed by the model; say so in ${path}.json`)
  if (type === 'float32' && !(written.mean && written.deviation)) {
    throw new Error(`${path}: mean and deviation are not known; say so in ${path}.json`)
  }
  const { mean = unchangedBytes.mean, deviation = unchangedBytes.deviation } = written
  return { input, output, type, shape: written.shape, size, layout, mean, deviation }
}

const Channels = z
  .union([z.number(), z.tuple([z.number(), z.number(), z.number()])])
  .transform((value): readonly [number, number, number] => (typeof value === 'number' ? [value, value, value] : value))

const unchangedBytes = { mean: [0, 0, 0], deviation: [1 / 255, 1 / 255, 1 / 255] } as const

const WrittenCard = z.object({
  input: z.string().optional(),
  output: z.string().optional(),
  shape: z.enum(['square', 'whole']).default('square'),
  size: z.int().min(1).max(1024).optional(),
  layout: z.enum(['NCHW', 'NHWC']).optional(),
  mean: Channels.optional(),
  deviation: Channels.refine((values) => values.every((value) => value > 0), 'must be above 0').optional(),
})

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues
  return `${issue?.path.join('.')} ${issue?.message}`
}

function metadataCard(model: Uint8Array): Record<string, unknown> {
  const known = Object.entries(readOnnxMetadata(model)).filter(([key]) => key in WrittenCard.shape)
  return Object.fromEntries(known.map(([key, value]) => [key, jsonOr(value)]))
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function cardFile(path: string): Promise<Record<string, unknown>> {
  for (const file of [`${path}.json`, path.replace(/\.onnx$/, '.json')]) {
    const text = file === path ? undefined : await readFile(file, 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const card = jsonOr(text)
    if (typeof card !== 'object' || card === null) throw new Error(`${file} is not a JSON object`)
    return { ...card }
  }
  return {}
}

function onlyName(path: string, kind: 'input' | 'output', names: readonly string[]): string {
  const [name] = names
  if (name === undefined || names.length > 1) {
    throw new Error(`${path} has the ${kind}s ${names.join(', ')}: name one as ${kind} in ${path}.json`)
  }
  return name
}

function inputOf(session: InferenceSession, input: string): Pick<ModelCard, 'type'> & { shape: readonly unknown[] } {
  const metadata = session.inputMetadata.find(({ name }) => name === input)
  if (!metadata?.isTensor) return { type: 'float32', shape: [] }
  return { type: metadata.type === 'uint8' ? 'uint8' : 'float32', shape: metadata.shape }
}
