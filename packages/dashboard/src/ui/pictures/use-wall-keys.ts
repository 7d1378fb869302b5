import { useEffect, useRef } from 'react'

interface Handlers {
  /** Undefined if there is nothing to select. */
  readonly onSelectAll: (() => void) | undefined
  /** Undefined if nothing is selected. */
  readonly onClear: (() => void) | undefined
}

/** Ctrl+A or ⌘A selects the pictures instead of the text, and Escape clears the selection. */
export function useWallKeys(handlers: Handlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.shiftKey || belongsElsewhere(event.target)) return
      const isModified = event.ctrlKey || event.metaKey
      if (isModified && event.key.toLowerCase() === 'a' && latest.current.onSelectAll) {
        event.preventDefault()
        latest.current.onSelectAll()
      } else if (!isModified && event.key === 'Escape') latest.current.onClear?.()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function belongsElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')) return true
  return target instanceof Element && target.closest('input:not([type=range]), textarea, [contenteditable]') !== null
}

/** The picture of a wall that has the focus. */
export function focusedKey(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-wall-item][data-key]')?.dataset.key
}
