import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Palate } from '@palate/client'
import { idCharactersMax } from '@palate/core/ids.ts'
import { CommandError } from '../../output.ts'
import { FrameDirectory } from './frame-directory.ts'
import type { JudgedFrame } from './judgement.ts'
import { uploadPicture } from './upload-picture.ts'

export function isAddress(text: string): boolean {
  return /^(https?|data|frame):/.test(text)
}

export function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** The frame that a text names: a file (which is uploaded), a URL, or the id of a frame in the project. */
export async function namedFrame(palate: Palate, projectId: string, text: string): Promise<JudgedFrame> {
  if (isFile(text)) {
    const { id, url } = await uploadPicture(palate, text, projectId)
    return { id, url, name: basename(text) }
  }
  if (text.startsWith('frame:')) return { id: text.slice('frame:'.length), url: text, name: text }
  if (isAddress(text)) return { id: idOf(text), url: text, name: idOf(text) }
  const found = await new FrameDirectory(palate, projectId).look(text)
  if (!found) throw new CommandError(`${text} is neither a file nor a frame in project ${projectId}`)
  return found
}

/** A URL is its own id, unless it is too long. */
function idOf(address: string): string {
  if (address.length <= idCharactersMax && !address.startsWith('data:')) return address
  return `sha256-${createHash('sha256').update(address).digest('hex')}`
}
