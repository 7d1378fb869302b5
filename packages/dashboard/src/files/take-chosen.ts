import { counted } from '../ui/format.ts'
import { showToast } from '../ui/toaster.tsx'
import type { ChosenFiles } from './chosen-files.ts'

/** Passes the files on and reports how many files of a folder were skipped. */
export function takeChosen({ files, leftOut }: ChosenFiles, onFiles: (files: readonly File[]) => void): void {
  if (files.length > 0) onFiles(files)
  if (leftOut > 0)
    showToast(`Skipped ${counted(leftOut, 'file')} in the folder: not ${leftOut === 1 ? 'a picture' : 'pictures'}.`)
}
