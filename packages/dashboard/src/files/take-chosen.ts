import { counted } from '../ui/format.ts'
import { showToast } from '../ui/toaster.tsx'
import type { Chosen } from './dropped.ts'

/** Hands the files on, and says how many of a folder are not among them. */
export function takeChosen({ files, leftOut }: Chosen, onFiles: (files: readonly File[]) => void): void {
  if (files.length > 0) onFiles(files)
  if (leftOut > 0)
    showToast(`${counted(leftOut, 'file')} of the folder left out: no ${leftOut === 1 ? 'picture' : 'pictures'}.`)
}
