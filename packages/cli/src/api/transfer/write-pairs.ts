import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError, UsageError } from '../../output.ts'
import type { LoadPicture } from './load-picture.ts'
import { nameOf, type TrainingPair, type TrainingPicture } from './training-pairs.ts'

export interface WrittenPairs {
  readonly pairs: number
  readonly leftOut: readonly { readonly picture: string; readonly reason: string }[]
}

/**
 * Writes pairs as `chosen/`, `rejected/` and `metadata.jsonl`, which `load_dataset("imagefolder")` reads. The folder
 * appears only when it is complete.
 */
export async function writePairs(
  folder: string,
  pairs: readonly TrainingPair[],
  load: LoadPicture,
  prompt: string,
): Promise<WrittenPairs> {
  refuseOccupied(folder)
  if (pairs.length === 0)
    throw new CommandError('the profile has no comparisons, and no good and bad pictures, to pair')
  const path = resolve(folder)
  mkdirSync(dirname(path), { recursive: true })
  const part = mkdtempSync(join(dirname(path), `.${basename(path)}-`))
  try {
    const written = await writeInto(part, pairs, load, prompt)
    if (written.pairs === 0) throw nothingLeft(written)
    refuseOccupied(folder)
    if (existsSync(path)) rmdirSync(path)
    renameSync(part, path)
    return written
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

function refuseOccupied(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty`)
}

function nothingLeft({ leftOut }: WrittenPairs): CommandError {
  return new CommandError(
    'no picture of a pair can be read',
    leftOut.map(({ picture, reason }) => `  ${picture}: ${reason}`),
  )
}

async function writeInto(
  part: string,
  pairs: readonly TrainingPair[],
  load: LoadPicture,
  prompt: string,
): Promise<WrittenPairs> {
  for (const side of ['chosen', 'rejected']) mkdirSync(join(part, side))
  const leftOut = new Map<string, string>()
  const files = new Map<string, string>()
  /** Pictures are read once for each side, so that only one is in memory. */
  const write = async (side: 'chosen' | 'rejected', picture: TrainingPicture): Promise<string | undefined> => {
    const name = nameOf(picture)
    const known = files.get(`${side} ${name}`)
    if (known !== undefined || leftOut.has(name)) return known
    try {
      const bytes = await load(picture)
      const file = `${side}/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}${extensionOf(bytes)}`
      writeFileSync(join(part, file), bytes)
      files.set(`${side} ${name}`, file)
      return file
    } catch (error) {
      if (error instanceof Error && 'syscall' in error && 'path' in error) throw error
      leftOut.set(name, (error as Error).message)
      return undefined
    }
  }
  const lines: string[] = []
  for (const { chosen, rejected, source } of pairs) {
    const [better, worse] = [await write('chosen', chosen), await write('rejected', rejected)]
    if (better === undefined || worse === undefined) continue
    lines.push(`${JSON.stringify({ chosen_file_name: better, rejected_file_name: worse, prompt, source })}\n`)
  }
  writeFileSync(join(part, 'metadata.jsonl'), lines.join(''))
  return {
    pairs: lines.length,
    leftOut: [...leftOut].map(([picture, reason]) => ({ picture: shortened(picture), reason })),
  }
}

function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}

/** How files of each format begin, as Latin-1. */
const formats: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG/, '.png'],
  [/^\xff\xd8\xff/, '.jpg'],
  [/^GIF8/, '.gif'],
  [/^RIFF....WEBP/s, '.webp'],
  [/^....ftyp(?:avif|avis|mif1)/s, '.avif'],
]

function extensionOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 16).toString('latin1')
  const format = formats.find(([begins]) => begins.test(start))
  if (!format) throw new Error('it is not a picture')
  return format[1]
}
