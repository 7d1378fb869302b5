import { isPalateError, type LibraryFrame } from '@palate/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { libraryKey } from '../api/library.ts'
import { palate } from '../api/palate.ts'
import { noticeError, queries } from '../api/queries.ts'
import { counted } from '../ui/format.ts'
import { showToast } from '../ui/toaster.tsx'
import { prepareFile, uploadSideMax } from './prepare-file.ts'

const uploadsAtOnce = 3
/** Previews of the files that are uploaded next. */
const previewsMax = 8

export interface FailedUpload {
  readonly file: File
  readonly error: unknown
}

export interface UploadProgress {
  readonly done: number
  readonly total: number
  /** blob: URLs of pictures that are not uploaded yet. */
  readonly previews: readonly string[]
}

const nothing: UploadProgress = { done: 0, total: 0, previews: [] }

/** Uploads files to a project's library, a few at a time. Uploading the same picture again returns the same frame. */
export function useUploads(projectId: string) {
  const [progress, setProgress] = useState(nothing)
  const [failed, setFailed] = useState<readonly FailedUpload[]>([])
  const waiting = useRef<readonly File[]>([])
  const previews = usePreviews()

  const show = useCallback(() => {
    setProgress(({ total }) => {
      const left = waiting.current.length
      if (left === 0) return nothing
      return { total, done: total - left, previews: previews(waiting.current.slice(0, previewsMax)) }
    })
  }, [previews])

  /** Calls `onFrame` for each frame, in the order of the files. Failed ones can be retried. */
  const upload = useCallback(
    async (files: readonly File[], onFrame: (frame: LibraryFrame, file: File) => void): Promise<void> => {
      const names = new Set(files)
      let shrunk = 0
      setFailed((old) => old.filter(({ file }) => !names.has(file)))
      setProgress((old) => ({ ...old, total: old.total + files.length }))
      waiting.current = [...waiting.current, ...files]
      show()
      const send = async (file: File) => {
        const prepared = await prepareFile(file)
        if (prepared.isShrunk) shrunk++
        return palate.frames.upload(prepared.file, { projectId })
      }
      const running = new Map<number, Promise<LibraryFrame>>()
      const begin = (i: number) => {
        const file = files[i]
        if (!file) return
        const attempt = send(file)
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
        waiting.current = waiting.current.filter((one) => one !== file)
        show()
      }
      void queries.invalidateQueries({ queryKey: libraryKey(projectId) })
      if (shrunk > 0) showToast(describeShrunk(shrunk))
    },
    [projectId, show],
  )
  const dismiss = useCallback(() => setFailed([]), [])
  return { upload, progress, pending: progress.total - progress.done, failed, dismiss }
}

export function describeShrunk(count: number): string {
  const side = uploadSideMax.toLocaleString('en')
  return `Shrunk ${counted(count, 'large picture')} to ${side} pixels for uploading. Your originals are unchanged.`
}

/** Whether uploading the same file again may succeed. */
export function mayRetry({ error }: FailedUpload): boolean {
  if (!isPalateError(error)) return false
  return error.code === 'connection_failed' || error.code === 'timeout' || error.status === 429 || error.status >= 500
}

/** One blob: URL for each file, released with the page. */
function usePreviews(): (files: readonly File[]) => readonly string[] {
  const addresses = useRef(new Map<File, string>())
  useEffect(
    () => () => {
      for (const address of addresses.current.values()) URL.revokeObjectURL(address)
    },
    [],
  )
  return useCallback((files: readonly File[]) => {
    for (const [file, address] of addresses.current) {
      if (files.includes(file)) continue
      URL.revokeObjectURL(address)
      addresses.current.delete(file)
    }
    return files.map((file) => {
      const address = addresses.current.get(file) ?? URL.createObjectURL(file)
      addresses.current.set(file, address)
      return address
    })
  }, [])
}
