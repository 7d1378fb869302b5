import type { LibraryFrame, Profile } from '@palate/client'
import { DropOverlay } from '../../../files/drop-overlay.tsx'
import { UploadNotes } from '../../../files/upload-notes.tsx'
import { useFileDrop } from '../../../files/use-file-drop.ts'
import { useUploads } from '../../../files/use-uploads.ts'

/** Pictures dropped, pasted or chosen anywhere on a teaching page are uploaded. `notes` shows how far it is. */
export function useAddedPictures(
  { projectId }: Profile,
  { onFrame, onEnd }: { onFrame?: (frame: LibraryFrame, file: File) => void; onEnd?: () => void },
) {
  const uploads = useUploads(projectId)
  const bring = (files: readonly File[]) => {
    void uploads.upload(files, (frame, file) => onFrame?.(frame, file)).then(onEnd)
  }
  const isOver = useFileDrop({ onFiles: bring })
  return {
    bring,
    isUploading: uploads.pending > 0,
    notes: (
      <>
        <UploadNotes uploads={uploads} onRetry={bring} />
        <DropOverlay isShown={isOver} text="Drop to add pictures" />
      </>
    ),
  }
}
