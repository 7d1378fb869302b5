import { accessSync, constants, statSync } from 'node:fs'
import { isPalateError, type Palate, type UploadOptions } from '@palate/client'
import { CommandError } from '../../output.ts'
import { specialKind } from '../score/folder-walk.ts'

/** Only this file cannot be uploaded. */
export class PictureRefused extends CommandError {}

const refusals: readonly number[] = [400, 413, 415, 422]
/** The client does not send such a file. */
const clientRefusals: readonly string[] = ['body_too_large', 'file_unreadable']

/** What a generated picture was made with. */
export type MadeWith = Pick<UploadOptions, 'prompt' | 'group' | 'seed'>

/** Uploads a file to the library of a project, and names the file if it is refused. */
export async function uploadPicture(palate: Palate, path: string, projectId: string, madeWith: MadeWith = {}) {
  try {
    const kind = specialKind(statSync(path))
    if (kind !== undefined) throw new PictureRefused(`${path}: it is a ${kind}, not a file`)
    accessSync(path, constants.R_OK)
    return await palate.frames.upload(path, { projectId, ...madeWith })
  } catch (error) {
    const isRefused = isPalateError(error) && (refusals.includes(error.status) || clientRefusals.includes(error.code))
    const isUnreadable = error instanceof Error && 'syscall' in error
    if (isRefused || isUnreadable) throw new PictureRefused(`${path}: ${error.message}`)
    throw error
  }
}
