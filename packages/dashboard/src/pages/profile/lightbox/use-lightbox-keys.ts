import { useEffect, useRef } from 'react'
import { usePreferences } from '../../../state/preferences.ts'
import { actionOf } from '../teach/keys/keys.ts'

type Key = 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End' | 'Delete' | 'good' | 'bad' | 'clear' | 'zoom'

/** Keys of the open full-screen view. Those for labels and for zooming are those of the Teach pages. */
export function useLightboxKeys(handlers: Partial<Record<Key, () => void>>): void {
  const [{ shortcuts, keys }] = usePreferences()
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return
      const isMove = event.key.startsWith('Arrow')
      // A held arrow key leafs through the pictures. Any other key counts once.
      if (event.repeat && !isMove) return
      const handle = latest.current[event.key as Key] ?? (shortcuts && latest.current[actionOf(event.key, keys) as Key])
      if (!handle) return
      event.preventDefault()
      handle()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [shortcuts, keys])
}
