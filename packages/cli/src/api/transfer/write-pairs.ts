import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError, UsageError } from '../../output.ts'
import type { TrainingPair } from './training-pairs.ts'

/** The bytes of a frame. */
export type LoadFrame = (frameId: string) => Promise<Buffer>

export interface WrittenPairs {
  readonly pairs: number
  readonly unreadable: readonly { readonly frameId: string; readonly reason: string }[]
}

/** Takes the pairs one by one, with the files of their pictures, relative to the folder. */
export interface PairFormat {
  add(pair: TrainingPair, files: readonly [string, string]): void
  /** After the last pair. */
  end(): void
}

const picturesFolder = 'pictures'

/** Writes pairs into a folder, which appears only when it is complete. */
export async function writePairs(
  folder: string,
  pairs: readonly TrainingPair[],
  load: LoadFrame,
  open: (folder: string) => PairFormat,
): Promise<WrittenPairs> {
  const path = resolve(folder)
  mkdirSync(dirname(path), { recursive: true })
  const part = mkdtempSync(join(dirname(path), `.${basename(path)}-`))
  try {
    const written = await writeInto(part, pairs, load, open(part))
    if (written.pairs === 0) throw nothingLeft(written)
    refuseOccupied(folder)
    if (existsSync(path)) rmdirSync(path)
    renameSync(part, path)
    return written
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

export function refuseOccupied(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new UsageError(`${folder} is not empty`)
}

function nothingLeft({ unreadable }: WrittenPairs): CommandError {
  return new CommandError(
    'no picture of a pair can be read',
    unreadable.map(({ frameId, reason }) => `  ${frameId}: ${reason}`),
  )
}

/** Each picture is read once, and only one is in memory. */
async function writeInto(
  part: string,
  pairs: readonly TrainingPair[],
  load: LoadFrame,
  format: PairFormat,
): Promise<WrittenPairs> {
  mkdirSync(join(part, picturesFolder))
  const unreadable = new Map<string, string>()
  const files = new Map<string, string>()
  const write = async (frameId: string): Promise<string | undefined> => {
    const known = files.get(frameId)
    if (known !== undefined || unreadable.has(frameId)) return known
    try {
      const bytes = await load(frameId)
      const file = `${picturesFolder}/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}${extensionOf(bytes)}`
      writeFileSync(join(part, file), bytes)
      files.set(frameId, file)
      return file
    } catch (error) {
      if (error instanceof Error && 'syscall' in error && 'path' in error) throw error
      unreadable.set(frameId, (error as Error).message)
      return undefined
    }
  }
  let written = 0
  for (const pair of pairs) {
    const [a, b] = pair.pictures
    const [first, second] = [await write(a.frameId), await write(b.frameId)]
    if (first === undefined || second === undefined) continue
    format.add(pair, [first, second])
    written++
  }
  format.end()
  return { pairs: written, unreadable: [...unreadable].map(([frameId, reason]) => ({ frameId, reason })) }
}

/**
 * `metadata.jsonl` with the columns of Pick-a-Pic. `load_dataset("imagefolder")` turns each column that ends in
 * `_file_name` into a picture: `jpg_0` and `jpg_1`.
 */
export function pickAPicFormat(folder: string): PairFormat {
  const file = join(folder, 'metadata.jsonl')
  return {
    add({ pictures, prompt, preferred, source, judgedAt, judgedBy }, files) {
      const [uid0, uid1] = files.map((one) => basename(one).replace(/\.\w+$/, ''))
      const [first, second] = pictures
      const row = {
        jpg_0_file_name: files[0],
        jpg_1_file_name: files[1],
        label_0: preferred === 0.5 ? 0.5 : 1 - preferred,
        label_1: preferred,
        caption: prompt,
        are_different: preferred !== 0.5,
        has_label: true,
        best_image_uid: preferred === 0.5 ? 'tie' : preferred === 0 ? uid0 : uid1,
        image_0_uid: uid0,
        image_1_uid: uid1,
        created_at: judgedAt ?? null,
        user_id: judgedBy ?? null,
        source,
        group_0: first.group ?? null,
        group_1: second.group ?? null,
        seed_0: first.seed ?? null,
        seed_1: second.seed ?? null,
      }
      appendFileSync(file, `${JSON.stringify(row)}\n`)
    },
    end() {},
  }
}

/** Bytes of pictures in memory until they are written as a row group. */
const rowGroupBytesMax = 64 * 1024 * 1024

interface DpoRow {
  readonly jpg_0: Uint8Array
  readonly jpg_1: Uint8Array
  readonly label_0: number
  readonly label_1: number
  readonly caption: string
}

/** A Parquet file with the columns that the training scripts of diffusers read: the bytes of both pictures are in it. */
export async function openDpoFormat(): Promise<(folder: string) => PairFormat> {
  const { ParquetWriter, fileWriter } = await import('hyparquet-writer')
  const bytes = <Name extends keyof DpoRow>(name: Name) =>
    ({ name, type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' }) as const
  const label = <Name extends keyof DpoRow>(name: Name) =>
    ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' }) as const
  const columns = [
    bytes('jpg_0'),
    bytes('jpg_1'),
    label('label_0'),
    label('label_1'),
    { ...bytes('caption'), converted_type: 'UTF8' } as const,
  ]
  return (folder) => {
    const writer = new ParquetWriter({
      writer: fileWriter(join(folder, 'train.parquet')),
      schema: [{ name: 'root', num_children: columns.length }, ...columns],
      // Pictures are compressed already.
      codec: 'UNCOMPRESSED',
      statistics: false,
    })
    let rows: DpoRow[] = []
    let collected = 0
    const flush = () => {
      if (rows.length === 0) return
      const columnData = columns.map(({ name }) => ({
        name,
        data: rows.map((row) => row[name]),
        encoding: 'PLAIN' as const,
        offsetIndex: false,
      }))
      writer.write({ columnData, rowGroupSize: rows.length })
      rows = []
      collected = 0
    }
    return {
      add({ prompt, preferred }, files) {
        const [first, second] = files.map((file) => readFileSync(join(folder, file))) as [Buffer, Buffer]
        rows.push({ jpg_0: first, jpg_1: second, label_0: 1 - preferred, label_1: preferred, caption: prompt })
        collected += first.length + second.length
        if (collected >= rowGroupBytesMax) flush()
      },
      end() {
        flush()
        writer.finish()
        rmSync(join(folder, picturesFolder), { recursive: true })
      },
    }
  }
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
