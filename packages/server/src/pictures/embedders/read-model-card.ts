import { readFile } from 'node:fs/promises'
import type { InferenceSession } from 'onnxruntime-node'
import { z } from 'zod'
import { type EmbedderPreset, embedderPresets } from '../../config/embedder-settings.ts'
import type { ModelCard } from './model-card.ts'
import { readOnnxMetadata } from './onnx-metadata.ts'
import { presets } from './presets.ts'

/**
 * Takes each value from the JSON file next to the model (`model.onnx.json` or `model.json`), otherwise from the model's
 * metadata, then the preset, then (except mean and deviation) the shape of its only input.
 */
export async function readModelCard(
  path: string,
  model: Uint8Array,
  session: InferenceSession,
  settingsPreset?: EmbedderPreset,
): Promise<ModelCard> {
  const parsed = WrittenCard.safeParse({ ...metadataCard(model), ...(await cardFile(path)) })
  if (!parsed.success) throw new Error(`${path}: ${firstIssue(parsed.error)}; correct it in ${path}.json`)
  const { preset: writtenPreset, ...written } = parsed.data
  const presetName = settingsPreset ?? writtenPreset
  const preset = presetName && presets[presetName]
  const input =
    written.input ??
    presetNameIn(session.inputNames, preset && [preset.input]) ??
    onlyName(path, 'input', session.inputNames)
  const output =
    written.output ??
    presetNameIn(session.outputNames, preset?.outputs) ??
    onlyName(path, 'output', session.outputNames)
  if (!session.inputNames.includes(input)) throw new Error(`${path} has no input ${input}`)
  if (!session.outputNames.includes(output)) throw new Error(`${path} has no output ${output}`)
  const { shape, type } = inputOf(session, input)
  const layout = written.layout ?? (shape[3] === 3 ? 'NHWC' : 'NCHW')
  const size = written.size ?? fixedSize(shape, layout) ?? preset?.size
  if (typeof size !== 'number') throw new Error(`${path}: the model has no fixed size; set one in ${path}.json`)
  const { mean = preset?.mean, deviation = preset?.deviation } = written
  if (type === 'float32' && !(mean && deviation)) {
    throw new Error(`${path}: mean and deviation are unknown; set them in ${path}.json`)
  }
  const resampling = written.resampling ?? preset?.resampling
  const shortSide = written.shortSide ?? (preset && Math.round(size * preset.margin))
  const framing = written.shape ?? preset?.shape ?? 'square'
  if (framing === 'middle' && shortSide !== undefined && shortSide < size) {
    throw new Error(`${path}: shortSide must be at least the size, ${size}; correct it in ${path}.json`)
  }
  return {
    input,
    output,
    type,
    shape: framing,
    size,
    layout,
    mean: mean ?? unchangedBytes.mean,
    deviation: deviation ?? unchangedBytes.deviation,
    ...(framing === 'middle' && shortSide !== undefined && { shortSide }),
    ...(resampling && { resampling }),
  }
}

function presetNameIn(names: readonly string[], wanted: readonly string[] = []): string | undefined {
  return wanted.find((name) => names.includes(name))
}

function fixedSize(shape: readonly unknown[], layout: ModelCard['layout']): number | undefined {
  const side = shape[layout === 'NCHW' ? 2 : 1]
  return typeof side === 'number' && side > 0 ? side : undefined
}

const Channels = z
  .union([z.number(), z.tuple([z.number(), z.number(), z.number()])])
  .transform((value): readonly [number, number, number] => (typeof value === 'number' ? [value, value, value] : value))

const unchangedBytes = { mean: [0, 0, 0], deviation: [1 / 255, 1 / 255, 1 / 255] } as const

const sideMax = 1024

const WrittenCard = z.object({
  input: z.string().optional(),
  output: z.string().optional(),
  preset: z.enum(embedderPresets).optional(),
  shape: z.enum(['square', 'whole', 'middle']).optional(),
  size: z.int().min(1).max(sideMax).optional(),
  shortSide: z
    .int()
    .min(1)
    .max(2 * sideMax)
    .optional(),
  resampling: z.enum(['lanczos', 'cubic', 'linear']).optional(),
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
