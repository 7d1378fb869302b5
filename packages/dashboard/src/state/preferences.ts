import { createExternalStore } from './external-store.ts'

/** User preferences in this browser. Never contains a key or profile data. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  /** Whether single-key shortcuts are on (WCAG 2.1.4 requires that they can be turned off). */
  readonly shortcuts: boolean
  /** Custom keys by action. */
  readonly keys: Readonly<Record<string, string>>
  /** How many pictures of the library fit on a screen, about. */
  readonly picturesOnScreen: number
  /** Whether the picture after a newly labelled one is shown next. */
  readonly goesOn: boolean
  /** Whether near-duplicates and bursts stand under the best of them. */
  readonly stacks: boolean
  /** Saved filters of libraries, by who saved them where. */
  readonly views: Readonly<Record<string, readonly SavedView[]>>
}

export interface SavedView {
  readonly name: string
  /** The query of the address. */
  readonly query: string
}

const storageName = 'palate.preferences'
const usual: Preferences = {
  ...{ theme: 'system', shortcuts: true, keys: {} },
  ...{ picturesOnScreen: 24, goesOn: true, stacks: true, views: {} },
}
const preferences = createExternalStore(read())

export function usePreferences(): [Preferences, (changes: Partial<Preferences>) => void] {
  return [preferences.use(), change]
}

/** Applies the chosen theme to the page. */
export function applyTheme(): void {
  const { theme } = preferences.get()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

function change(changes: Partial<Preferences>): void {
  const changed = { ...preferences.get(), ...changes }
  try {
    localStorage.setItem(storageName, JSON.stringify(changed))
  } catch {
    // Without storage the choice still applies until the page is closed.
  }
  preferences.set(changed)
  applyTheme()
}

function read(): Preferences {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(storageName) ?? '{}') }
  } catch {
    return usual
  }
}
