import { existsSync } from 'node:fs'
import { ConfigError } from '@palate/server/config/config-error.ts'
import { type EmbedderSettings, parseEmbedder, parsePreset } from '@palate/server/config/embedder-settings.ts'
import type { EmbedderCheck } from '@palate/server/main.ts'
import { CommandError, print, printJson } from '../output.ts'
import { table } from '../terminal/text.ts'
import { messageOf, withStore } from './store.ts'

export interface CheckOptions {
  readonly preset?: string
  readonly profile?: string
  readonly pictures?: string
  readonly dimension: string
  readonly json?: boolean
}

export async function checkFile(file: string, options: CheckOptions): Promise<void> {
  const settings = settingsOf(file, options.preset)
  const { pictures: folder, dimension } = options
  if (folder !== undefined && !existsSync(folder)) throw new CommandError(`there is no folder ${folder}`)
  // On demand, as in serve.ts.
  const { checkEmbedder } = await import('@palate/server/main.ts')
  const judged = options.profile === undefined ? undefined : await profilePictures(options.profile, dimension)
  const result: EmbedderCheck = await checkEmbedder(settings, judged, folder, dimension).catch((error: unknown) => {
    throw new CommandError(`cannot evaluate the embedder: ${messageOf(error)}`)
  })
  if (options.json) printJson(result)
  else print(tableOf(result))
}

/** Accepts any value of PALATE_EMBEDDER, or just the path of an ONNX file. */
function settingsOf(file: string, preset: string | undefined): EmbedderSettings {
  try {
    const settings = /^(builtin$|onnx:|https?:)/i.test(file)
      ? parseEmbedder(file)
      : { kind: 'onnx' as const, path: file }
    if (preset === undefined) return settings
    if (settings.kind !== 'onnx') throw new Error('a preset works only with an ONNX file')
    return { ...settings, preset: parsePreset(preset) }
  } catch (error) {
    throw new ConfigError(messageOf(error))
  }
}

async function profilePictures(id: string, dimension: string) {
  const { readProfile } = await import('@palate/server/main.ts')
  const judged = await withStore((store, config) => readProfile(store, config, id, dimension))
  if (!judged) throw new CommandError(`there is no profile ${id} in this store`)
  return judged
}

type Measures = EmbedderCheck['yours']

const rows: readonly (readonly [string, (measures: Measures) => string])[] = [
  ['id', ({ id }) => id],
  ['dimensions', ({ dimensions }) => String(dimensions)],
  ['time per frame', ({ msPerFrame }) => `${msPerFrame.toFixed(1)} ms`],
  ['likeness of flipped copies', ({ likeness }) => share(likeness.flipped)],
  ['likeness of recompressed copies', ({ likeness }) => share(likeness.recompressed)],
  ['likeness of different pictures', ({ likeness }) => share(likeness.different)],
  ['judgements predicted correctly', ({ heldOut }) => (heldOut ? share(heldOut.correct) : '–')],
]

/** The two embedders side by side, followed by what they were measured on. */
export function tableOf(check: EmbedderCheck): readonly string[] {
  const cells = rows.map(([name, read]) => [name, read(check.yours), read(check.builtin)])
  return [...table([['', 'yours', 'built-in'], ...cells]), '', ...notesOn(check)]
}

function notesOn({ pictures, unreadable, judgements, dimension, yours }: EmbedderCheck): readonly string[] {
  const measured = `Measured on ${pictures} pictures and ${judgements} judgements of ${dimension}.`
  return [
    measured,
    ...(unreadable > 0 ? [`${unreadable} pictures could not be read.`] : []),
    ...(yours.heldOut
      ? []
      : ['Prediction needs ten judgements: pass --profile, or --pictures with folders good and bad.']),
  ]
}

function share(value: number | null): string {
  return value === null ? '–' : value.toFixed(3)
}
