import type { LibraryFrame } from '@palate/client'
import { pictureName } from '@palate/core/frames/picture-name.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type PreparedFile, prepareFile } from '../../../files/prepare-file.ts'
import { describeShrunk, useUploads } from '../../../files/use-uploads.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { libraryItem, type ScoreItem } from './score-items.ts'

/** The pictures of the page. Files are uploaded to the library, or kept here and sent with each request. */
export function useScoreItems(projectId: string, onAdded: () => void) {
  const [items, setItems] = useState<readonly ScoreItem[]>([])
  const uploads = useUploads(projectId)
  const previews = useRef<string[]>([])
  const latest = useRef(items)
  const added = useRef(onAdded)
  useEffect(() => {
    added.current = onAdded
  })
  useEffect(
    () => () => {
      for (const address of previews.current) URL.revokeObjectURL(address)
    },
    [],
  )

  /** Each picture once. */
  const add = useCallback((newItems: readonly ScoreItem[], isScored = false) => {
    const known = new Set(latest.current.map(({ key }) => key))
    const fresh = [...new Map(newItems.map((item) => [item.key, item])).values()].filter(({ key }) => !known.has(key))
    if (fresh.length === 0) return
    latest.current = [...latest.current, ...fresh]
    setItems(latest.current)
    if (!isScored) added.current()
  }, [])

  const addFiles = useCallback(
    async (files: readonly File[], isKept: boolean) => {
      if (!isKept) {
        const prepared = await Promise.all(files.map(readLocally))
        const shrunk = prepared.filter(({ isShrunk }) => isShrunk).length
        if (shrunk > 0) showToast(describeShrunk(shrunk))
        return add(prepared.map((file, i) => fileItem(file, latest.current.length + i, previews.current)))
      }
      const frames: LibraryFrame[] = []
      await uploads.upload(files, (frame) => frames.push(frame))
      add(frames.map(libraryItem))
    },
    [add, uploads.upload],
  )

  const change = useCallback((key: string, to: Partial<ScoreItem>) => {
    latest.current = latest.current.map((item) => (item.key === key ? { ...item, ...to } : item))
    setItems(latest.current)
  }, [])
  const clear = useCallback(() => {
    latest.current = []
    setItems([])
  }, [])
  return { items, latest, add, addFiles, change, clear, uploads }
}

/** A file that the browser cannot read is sent as it is, so that the service says what is wrong with it. */
function readLocally(file: File): Promise<PreparedFile> {
  return prepareFile(file).catch(() => ({ file, isShrunk: false }))
}

function fileItem({ file, ratio }: PreparedFile, number: number, previews: string[]): ScoreItem {
  const small = URL.createObjectURL(file)
  previews.push(small)
  const { name: fileName } = file
  const names = { frameId: fileName, name: pictureName(fileName), fileName }
  return { key: `file:${number}:${fileName}`, ...names, file, small, ...(ratio !== undefined && { ratio }) }
}
