import type { LibraryFrame } from '@palate/client'
import { useCallback, useState } from 'react'
import { palate } from '../api/palate.ts'
import { noticeError } from '../api/queries.ts'

const uploadsAtOnce = 3

export interface FailedUpload {
  readonly file: File
  readonly error: unknown
}

/** Uploads files to a project's library, a few at a time. Uploading the same picture again returns the same frame. */
export function useUploads(projectId: string) {
  const [pending, setPending] = useState(0)
  const [failed, setFailed] = useState<readonly FailedUpload[]>([])

  /** Calls `onFrame` for each frame, in the order of the files. Failed ones can be retried. */
  const upload = useCallback(
    async (files: readonly File[], onFrame: (frame: LibraryFrame, file: File) => void): Promise<void> => {
      const names = new Set(files)
      setFailed((old) => old.filter(({ file }) => !names.has(file)))
      setPending((count) => count + files.length)
      const running = new Map<number, Promise<LibraryFrame>>()
      const begin = (i: number) => {
        const file = files[i]
        if (!file) return
        const attempt = palate.frames.upload(file, { projectId })
        attempt.catch(() => undefined)
        running.set(i, attempt)
      }
      for (let i = 0; i < uploadsAtOnce; i++) begin(i)
      for (const [i, file] of files.entries()) {
        try {
          const frame = await running.get(i)
          if (frame) onFrame(frame, file)
        } catch (error) {
          noticeError(error)
          setFailed((old) => [...old, { file, error }])
        }
        running.delete(i)
        begin(i + uploadsAtOnce)
        setPending((count) => count - 1)
      }
    },
    [projectId],
  )
  const dismiss = useCallback(() => setFailed([]), [])
  return { upload, pending, failed, dismiss }
}
