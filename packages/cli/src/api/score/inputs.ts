import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { frameBytesMax } from '@palate/core/frames/size.ts'
import { idCharactersMax } from '@palate/core/ids.ts'
import { CommandError } from '../../output.ts'
import { readStandardInput } from '../../terminal/prompts.ts'
import { isAddress } from '../teaching/named-frame.ts'

export const mediaTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
}

/** A picture to score: a URL, or a file that is read just before it is sent. */
export interface ScoreInput {
  /** As the user named it. */
  readonly id: string
  readonly url?: string
  /** Reads the bytes if `id` is not a file. */
  readonly read?: () => Buffer
  /** Its path in the folder that was named, or the name of the file. */
  readonly name?: string
}

/** The pictures that the arguments name: files, folders, URLs, and with `-` a list from standard input. */
export async function scoreInputs(args: readonly string[]): Promise<readonly ScoreInput[]> {
  const lists = await Promise.all(args.map((arg) => (arg === '-' ? listed() : [arg])))
  return lists.flat().flatMap((arg): readonly ScoreInput[] => {
    if (isAddress(arg)) return [{ id: arg, url: arg }]
    const found = statSync(arg, { throwIfNoEntry: false })
    if (!found) throw new CommandError(`no such file or folder: ${arg}`)
    return found.isDirectory()
      ? picturesIn(arg).map((id) => ({ id, name: relative(arg, id) }))
      : [{ id: arg, name: basename(arg) }]
  })
}

/** One name per line, or NUL-terminated names, as printed by `find -print0`. */
async function listed(): Promise<readonly string[]> {
  const text = await readStandardInput()
  if (text.includes('\0')) return text.split('\0').filter((name) => name !== '')
  return text.split('\n').flatMap((line) => line.trim() || [])
}

/** The pictures in a folder and its subfolders, sorted by name. */
export function picturesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory() && extname(entry.name).toLowerCase() in mediaTypes)
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
}

export type Frame = { readonly id: string; readonly url: string }

/** Truncates an id to the service's limit. Results come in the order of the frames, so ids need not be unique. */
export function sentId(id: string): string {
  return Array.from(id.slice(0, 2 * idCharactersMax))
    .slice(0, idCharactersMax)
    .join('')
}

/** A frame for the request, or why the file cannot be sent. Files are sent inline, so the scope `score` is enough. */
export function frameOf({
  id,
  url,
  read = () => readPicture(id),
}: ScoreInput): { readonly frame: Frame } | { readonly reason: string } {
  if (url !== undefined) return { frame: { id: sentId(id), url } }
  try {
    const bytes = read()
    if (bytes.subarray(0, lfsPointer.length).equals(lfsPointer)) {
      return { reason: 'it is a Git LFS pointer: get the picture with `git lfs pull` or `git lfs fetch`' }
    }
    const type = mediaTypes[extname(id).toLowerCase()] ?? 'application/octet-stream'
    return { frame: { id: sentId(id), url: `data:${type};base64,${bytes.toString('base64')}` } }
  } catch (error) {
    return {
      reason: error instanceof PictureTooLarge ? error.message : `the file cannot be read: ${(error as Error).message}`,
    }
  }
}

/** How a file begins that Git stores in place of a large one. */
const lfsPointer = Buffer.from('version https://git-lfs.github.com/spec/')

class PictureTooLarge extends Error {}

export function refuseSize(bytes: number): void {
  if (bytes > frameBytesMax)
    throw new PictureTooLarge(`the file has ${(bytes / 1e6).toFixed(1)} MB; the limit is 10 MiB`)
}

function readPicture(file: string): Buffer {
  refuseSize(statSync(file).size)
  return readFileSync(file)
}
