import { useSyncExternalStore } from 'react'

/** What a person chose in this browser. It never holds a key or anything of a profile. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** Single-key shortcuts (WCAG 2.1.4: they can be turned off). */
  readonly shortcuts: boolean
  /** Keys in place of the usual ones, by action. */
  readonly keys: Readonly<Record<string, string>>
}

const storageName = 'palate.preferences'
const usual: Preferences = { theme: 'system', shortcuts: true, keys: {} }
const listeners = new Set<() => void>()
let current = read()

export function usePreferences(): [Preferences, (changes: Partial<Preferences>) => void] {
  return [useSyncExternalStore(subscribe, () => current), change]
}

/** Puts the chosen theme on the page. */
export function applyTheme(): void {
  const { theme } = current
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function change(changes: Partial<Preferences>): void {
  current = { ...current, ...changes }
  try {
    localStorage.setItem(storageName, JSON.stringify(current))
  } catch {
    // A browser that keeps nothing still shows the choice until the page is closed.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

function read(): Preferences {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(storageName) ?? '{}') }
  } catch {
    return usual
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
