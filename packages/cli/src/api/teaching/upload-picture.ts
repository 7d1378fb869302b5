import { accessSync, constants } from 'node:fs'
import { isPalateError, type Palate } from '@palate/client'
import { CommandError } from '../../output.ts'

/** Only this file cannot be uploaded. */
export class PictureRefused extends CommandError {}

const refusals: readonly number[] = [400, 413, 415, 422]

/** Uploads a file to the library of a project, and names the file if it is refused. */
export async function uploadPicture(palate: Palate, path: string, projectId: string) {
  try {
    accessSync(path, constants.R_OK)
    return await palate.frames.upload(path, { projectId })
  } catch (error) {
    const isRefused = isPalateError(error) && refusals.includes(error.status)
    const isUnreadable = error instanceof Error && 'syscall' in error
    if (isRefused || isUnreadable) throw new PictureRefused(`${path}: ${error.message}`)
    throw error
  }
}
