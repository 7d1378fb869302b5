import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
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
}

/** The pictures that the arguments name: files, folders, URLs, and with `-` a list from standard input. */
export async function scoreInputs(args: readonly string[]): Promise<readonly ScoreInput[]> {
  const lists = await Promise.all(args.map((arg) => (arg === '-' ? listed() : [arg])))
  return lists.flat().flatMap((arg) => {
    if (isAddress(arg)) return [{ id: arg, url: arg }]
    const found = statSync(arg, { throwIfNoEntry: false })
    if (!found) throw new CommandError(`no such file or folder: ${arg}`)
    return found.isDirectory() ? picturesIn(arg).map((id) => ({ id })) : [{ id: arg }]
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
export function frameOf({ id, url }: ScoreInput): { readonly frame: Frame } | { readonly reason: string } {
  if (url !== undefined) return { frame: { id: sentId(id), url } }
  try {
    const { size } = statSync(id)
    if (size > frameBytesMax) return { reason: `the file has ${(size / 1e6).toFixed(1)} MB; the limit is 10 MiB` }
    const type = mediaTypes[extname(id).toLowerCase()] ?? 'application/octet-stream'
    return { frame: { id: sentId(id), url: `data:${type};base64,${readFileSync(id).toString('base64')}` } }
  } catch (error) {
    return { reason: `the file cannot be read: ${(error as Error).message}` }
  }
}
