import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { frameBytesMax } from '@palate/core/frames/size.ts'
import { describeBytes } from '@palate/core/generic/bytes.ts'
import { idCharactersMax } from '@palate/core/ids.ts'
import { CommandError, printWarning } from '../../output.ts'
import { readStandardInput } from '../../terminal/prompts.ts'
import { isAddress } from '../teaching/named-frame.ts'
import { describeSkipped, type Skipped, specialKind, type WalkOptions, walkFolder } from './folder-walk.ts'

/** A picture to score: a URL, or a file that is read just before it is sent. */
export interface ScoreInput {
  /** The name that the user gave. */
  readonly id: string
  readonly url?: string
  /** Reads the bytes if `id` is not a file. */
  readonly read?: () => Buffer
  /** Its path in the folder that was named, or the name of the file. */
  readonly name?: string
}

/**
 * The pictures that the arguments name: files, folders, URLs, and with `-` a list from standard input. Says what it left
 * out of folders. An argument that names nothing is refused; in a list, such a name fails in its place.
 */
export async function scoreInputs(args: readonly string[], options: WalkOptions = {}): Promise<readonly ScoreInput[]> {
  const skipped: Skipped[] = []
  const lists = await Promise.all(
    args.map(async (arg) => {
      if (arg === '-') return (await listed()).flatMap((name) => inputsOf(name, options, skipped))
      if (!isAddress(arg) && !existsSync(arg)) throw new CommandError(`no such file or folder: ${arg}`)
      return inputsOf(arg, options, skipped)
    }),
  )
  warnOfSkipped(skipped)
  return lists.flat()
}

/** The pictures of a list, as that of standard input. */
export function listedInputs(names: readonly string[]): readonly ScoreInput[] {
  const skipped: Skipped[] = []
  const inputs = names.flatMap((name) => inputsOf(name, {}, skipped))
  warnOfSkipped(skipped)
  return inputs
}

function inputsOf(name: string, options: WalkOptions, skipped: Skipped[]): readonly ScoreInput[] {
  if (isAddress(name)) return [{ id: name, url: name }]
  if (!statSync(name, { throwIfNoEntry: false })?.isDirectory()) return [{ id: name, name: basename(name) }]
  const walk = walkFolder(name, options)
  skipped.push(walk.skipped)
  return walk.pictures.map((id) => ({ id, name: relative(name, id) }))
}

function warnOfSkipped(skipped: readonly Skipped[]): void {
  const words = describeSkipped(skipped)
  if (words !== undefined) printWarning(words)
}

/** One name per line, or NUL-terminated names, as printed by `find -print0`. */
async function listed(): Promise<readonly string[]> {
  const text = await readStandardInput()
  if (text.includes('\0')) return text.split('\0').filter((name) => name !== '')
  return text.split('\n').flatMap((line) => line.trim() || [])
}

/** The URL of a picture, or its bytes. */
export type Frame = { readonly id: string } & ({ readonly url: string } | { readonly picture: Uint8Array })

/** Truncates an id to the service's limit. Results come in the order of the frames, so ids need not be unique. */
export function sentId(id: string): string {
  return Array.from(id.slice(0, 2 * idCharactersMax))
    .slice(0, idCharactersMax)
    .join('')
}

/** A frame for the request, or why the file cannot be sent. Files are sent along, so the scope `score` is enough. */
export async function frameOf(input: ScoreInput): Promise<{ readonly frame: Frame } | { readonly reason: string }> {
  const { id, url } = input
  if (url !== undefined) return { frame: { id: sentId(id), url } }
  try {
    return { frame: { id: sentId(id), picture: await pictureToSend(input) } }
  } catch (error) {
    return {
      reason: error instanceof PictureRefused ? error.message : `it cannot be read: ${(error as Error).message}`,
    }
  }
}

/** The bytes that the service gets: those of the file, or of a smaller picture if the file is too large for it. */
export async function pictureToSend({ id, read = () => readPicture(id) }: ScoreInput): Promise<Buffer> {
  const bytes = read()
  if (bytes.subarray(0, lfsPointer.length).equals(lfsPointer)) {
    throw new PictureRefused('it is a Git LFS pointer: get the picture with `git lfs pull` or `git lfs fetch`')
  }
  return bytes.length > frameBytesMax ? shrinkPicture(bytes) : bytes
}

/** How a file begins that Git stores in place of a large one. */
export const lfsPointer = Buffer.from('version https://git-lfs.github.com/spec/')

/** Only this file cannot be sent. */
class PictureRefused extends Error {}

/** About four bytes for each pixel that the service allows: hardly any picture within that limit is larger. */
export const fileBytesMax = 192 * 2 ** 20

export function refuseSize(bytes: number): void {
  if (bytes > fileBytesMax) throw new PictureRefused(`the file is larger than ${describeBytes(fileBytesMax)}`)
}

/** Never waits: a FIFO or a device is not opened. */
function readPicture(file: string): Buffer {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats) throw new PictureRefused('there is no such file')
  const kind = specialKind(stats)
  if (kind !== undefined) throw new PictureRefused(`it is a ${kind}, not a file`)
  refuseSize(stats.size)
  return readFileSync(file)
}

/** Several times what any embedder looks at, so that the score hardly changes. */
const longerSideMax = 2048
/** A person waits for this on their own machine, which may be busy; the service gives up earlier. */
const shrinkSecondsMax = 120

/**
 * A picture that says the same in fewer bytes, for a file that is larger than the service scores. Even noise stays below
 * the limit. Throws if the service would refuse the picture at any size, with its words.
 */
async function shrinkPicture(bytes: Buffer): Promise<Buffer> {
  // The decoder takes long to load, and few pictures need it.
  const { openPicture, readHeader } = await import('@palate/server/pictures/decoding/decode.ts')
  await readHeader(bytes)
  const inside = { fit: 'inside', withoutEnlargement: true } as const
  return openPicture(
    bytes,
    (picture) => picture.resize(longerSideMax, longerSideMax, inside).webp({ quality: 90, effort: 2 }),
    shrinkSecondsMax,
  )
}
