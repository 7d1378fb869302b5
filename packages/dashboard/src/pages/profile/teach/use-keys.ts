import { useEffect, useRef } from 'react'
import { usePreferences } from '../../../state/preferences.ts'
import { type Action, actionOf } from './keys.ts'

export type KeyHandlers = Partial<Record<Action, () => void>>

/**
 * Keys of the whole page, as long as no field, list or dialog wants them. A held key counts once. Someone who turned
 * the shortcuts off uses the buttons.
 */
export function useKeys(handlers: KeyHandlers): void {
  const [{ shortcuts, keys }] = usePreferences()
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

/** What is typed into a field is no shortcut, nor is the key that presses the button in focus. */
function belongsElsewhere({ key, shiftKey, target }: KeyboardEvent): boolean {
  // Shift makes other characters, but with an arrow it moves what is zoomed.
  if (shiftKey && key.startsWith('Arrow')) return true
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return true
  if (!(target instanceof Element)) return false
  if (target.closest(typed)) return true
  return (key === ' ' || key === 'Enter') && target.closest(pressed) !== null
}
