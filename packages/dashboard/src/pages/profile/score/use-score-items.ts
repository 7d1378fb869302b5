import type { LibraryFrame } from '@palate/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUploads } from '../../../files/use-uploads.ts'
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
  const add = useCallback((some: readonly ScoreItem[], isScored = false) => {
    const known = new Set(latest.current.map(({ key }) => key))
    const fresh = some.filter(({ key }, i) => !known.has(key) && some.findIndex((one) => one.key === key) === i)
    if (fresh.length === 0) return
    latest.current = [...latest.current, ...fresh]
    setItems(latest.current)
    if (!isScored) added.current()
  }, [])

  const addFiles = useCallback(
    async (files: readonly File[], isKept: boolean) => {
      if (!isKept) return add(files.map((file, i) => fileItem(file, latest.current.length + i, previews.current)))
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

function fileItem(file: File, number: number, previews: string[]): ScoreItem {
  const small = URL.createObjectURL(file)
  previews.push(small)
  return { key: `file:${number}:${file.name}`, frameId: file.name, name: file.name, file, small }
}
