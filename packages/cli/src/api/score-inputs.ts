import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { CommandError } from '../output.ts'
import { readStandardInput } from './input.ts'
import { isAddress } from './teaching/named-frame.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
}

/** A picture to score: an address, or a file that is read when its turn comes. */
export interface ScoreInput {
  readonly id: string
  readonly url?: string
}

/** What the arguments name: files, the pictures in folders, addresses, and with `-` a list from standard input. */
export async function scoreInputs(args: readonly string[]): Promise<readonly ScoreInput[]> {
  const lists = await Promise.all(args.map((arg) => (arg === '-' ? listed() : [arg])))
  return lists.flat().flatMap((arg) => {
    if (isAddress(arg)) return [{ id: arg, url: arg }]
    const found = statSync(arg, { throwIfNoEntry: false })
    if (!found) throw new CommandError(`there is no file or folder ${arg}`)
    return found.isDirectory() ? picturesIn(arg).map((id) => ({ id })) : [{ id: arg }]
  })
}

async function listed(): Promise<readonly string[]> {
  return (await readStandardInput()).split('\n').flatMap((line) => line.trim() || [])
}

function picturesIn(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => extname(name).toLowerCase() in mediaTypes)
    .toSorted()
    .map((name) => join(folder, name))
}

/** Files travel inside the request, so that a key with the scope `score` is enough. */
export function frameOf({ id, url }: ScoreInput): { readonly id: string; readonly url: string } {
  if (url !== undefined) return { id, url }
  const type = mediaTypes[extname(id).toLowerCase()] ?? 'application/octet-stream'
  return { id, url: `data:${type};base64,${readFileSync(id).toString('base64')}` }
}
