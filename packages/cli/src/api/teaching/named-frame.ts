import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Palate } from '@palate/client'
import { comparedIdOf } from '@palate/core/frames/references.ts'
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
  if (isAddress(text)) {
    const id = comparedIdOf(text)
    return { id, url: text, name: text.startsWith('frame:') ? text : id }
  }
  const found = await new FrameDirectory(palate, projectId).findKnown(text)
  if (!found) throw new CommandError(`${text} is neither a file nor a frame in project ${projectId}`)
  return found
}
