import { useEffect, useRef } from 'react'
import { usePreferences } from '../../../../state/preferences.ts'
import { useUndoKey } from '../../../../state/undo-steps.ts'
import { type Action, actionOf } from './keys.ts'

export type KeyHandlers = Partial<Record<Action, () => void>>

/**
 * Page-wide shortcuts, inactive while a field, list or dialog handles keys. A held key counts once. With shortcuts
 * turned off, only the buttons work. Ctrl+Z is also the key for undoing.
 */
export function useKeys(handlers: KeyHandlers): void {
  const [{ shortcuts, keys }] = usePreferences()
  useUndoKey(handlers.back, 'page')
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (!shortcuts) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const action = actionOf(event.key, keys)
      const handle = action && latest.current[action]
      if (!handle || belongsElsewhere(event)) return
      event.preventDefault()
      if (!event.repeat) handle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shortcuts, keys])
}

/** The keys 1 to 9, under the same conditions. */
export function useDigits(onDigit: (digit: number) => void): void {
  const [{ shortcuts }] = usePreferences()
  const latest = useRef(onDigit)
  useEffect(() => {
    latest.current = onDigit
  })
  useEffect(() => {
    if (!shortcuts) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !/^[1-9]$/.test(event.key)) return
      if (!belongsElsewhere(event)) latest.current(Number(event.key))
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shortcuts])
}

const typed =
  'input, textarea, select, [contenteditable], [role=slider], [role=radiogroup], [role=listbox], [role=grid]'
const pressed = 'button, a, summary, [role=button], [role=link]'

/** Ignore keys typed into a field and keys that press the focused button. */
function belongsElsewhere({ key, shiftKey, target }: KeyboardEvent): boolean {
  // Shift with an arrow moves the zoomed part, so it is not a shortcut.
  if (shiftKey && key.startsWith('Arrow')) return true
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true
  if (!(target instanceof Element)) return false
  if (target.closest(typed)) return true
  return (key === ' ' || key === 'Enter') && target.closest(pressed) !== null
}
