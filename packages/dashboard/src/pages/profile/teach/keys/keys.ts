/** Actions with a shortcut while teaching. Each page uses some of them. */
export const actions = {
  left: { label: 'The left one', key: 'ArrowLeft' },
  right: { label: 'The right one', key: 'ArrowRight' },
  tie: { label: 'No difference', key: 'ArrowDown' },
  good: { label: 'Good, or both good', key: 'g' },
  bad: { label: 'Bad, or both bad', key: 'b' },
  clear: { label: 'Remove the label, in the library and full screen', key: 'x' },
  keep: { label: 'Keep the best of a stack, reject the rest, in the library', key: 'k' },
  stack: { label: 'Open or close a stack, in the library', key: 's' },
  skip: { label: 'Skip, at no cost', key: ' ' },
  back: { label: 'Undo the last one', key: 'Backspace' },
  zoom: { label: 'Zoom to the picture’s own size', key: 'z' },
  full: { label: 'Full screen', key: 'f' },
  help: { label: 'Show the keys', key: '?' },
} as const

export type Action = keyof typeof actions
export type KeyChoices = Readonly<Record<string, string>>

export const actionNames = Object.keys(actions) as readonly Action[]

/** Keys for navigation, dialogs and the browser. */
const reserved = new Set([
  'Tab',
  'Escape',
  'Enter',
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'CapsLock',
  'Dead',
  'Unidentified',
])

export function shortcutOf(action: Action, choices: KeyChoices): string {
  return choices[preferenceOf(action)] ?? actions[action].key
}

export function actionOf(key: string, choices: KeyChoices): Action | undefined {
  return actionNames.find((action) => shortcutOf(action, choices) === normal(key))
}

/** Assigns another key to an action. The action that had the key gets the old one. */
export function withKey(choices: KeyChoices, action: Action, key: string): KeyChoices | undefined {
  if (reserved.has(key) || /^F\d+$/.test(key)) return undefined
  const other = actionOf(key, choices)
  return {
    ...choices,
    ...(other !== undefined && { [preferenceOf(other)]: shortcutOf(action, choices) }),
    [preferenceOf(action)]: normal(key),
  }
}

/** The custom keys without those for teaching. */
export function withUsualKeys(choices: KeyChoices): KeyChoices {
  const names = new Set(actionNames.map(preferenceOf))
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !names.has(name)))
}

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ' ': 'Space',
  Backspace: 'Backspace',
}

/** The key's printed name. */
export function keyName(key: string): string {
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}

function preferenceOf(action: Action): string {
  return `teach.${action}`
}

/** A letter is the same key with and without Caps Lock. */
function normal(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key
}
