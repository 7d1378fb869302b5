import { useEffect, useRef, useState } from 'react'
import { droppedFiles } from './chosen-files.ts'
import { takeChosen } from './take-chosen.ts'

interface Options {
  readonly onFiles: (files: readonly File[]) => void
  /** Dropped or pasted text, such as URLs. */
  readonly onText?: (text: string) => void
}

/** Accepts files dropped or pasted anywhere on the page. Returns whether files are being dragged over it. */
export function useFileDrop(options: Options): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    // Every element under the pointer fires its own enter and leave events.
    let depth = 0
    const count = (change: number) => {
      depth = Math.max(0, depth + change)
      setOver(depth > 0)
    }
    const enter = (event: DragEvent) => {
      if (isWanted(event.dataTransfer, latest.current)) count(1)
    }
    const leave = (event: DragEvent) => {
      if (isWanted(event.dataTransfer, latest.current)) count(-1)
    }
    const over = (event: DragEvent) => {
      if (isWanted(event.dataTransfer, latest.current)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      count(-depth)
      const transfer = event.dataTransfer
      if (!transfer || !isWanted(transfer, latest.current)) return
      event.preventDefault()
      receive(transfer, latest.current)
    }
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || isField(event.target)) return
      receive(event.clipboardData, latest.current)
    }
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', over, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => controller.abort()
  }, [])
  return isOver
}

function receive(transfer: DataTransfer, { onFiles, onText }: Options): void {
  if (transfer.types.includes('Files')) {
    void droppedFiles(transfer).then((chosen) => takeChosen(chosen, onFiles))
    return
  }
  const text = transfer.getData('text/uri-list') || transfer.getData('text/plain')
  if (text.trim() !== '') onText?.(text)
}

function isWanted(transfer: DataTransfer | null, { onText }: Options): boolean {
  if (transfer === null) return false
  return transfer.types.includes('Files') || (onText !== undefined && transfer.types.includes('text/uri-list'))
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null
}
