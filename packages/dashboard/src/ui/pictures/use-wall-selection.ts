import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'

interface Options {
  /** The pictures of the wall, in its order. */
  readonly keys: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
  /** Whether a tap selects although nothing is selected yet. */
  readonly isSelecting: boolean
  /** What a tap does otherwise. */
  readonly onTap: (key: string) => void
  /** What a click without a modifier key does; it selects the picture alone by default. */
  readonly onPlain?: (key: string) => void
  /** The picture with which a selection begins. */
  readonly lookedAt?: string | undefined
}

interface Pressed extends Pick<KeyboardEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'> {
  readonly isTouch: boolean
}

/** Where a range begins, and what was selected before it. */
interface Anchor {
  readonly key: string
  readonly base: ReadonlySet<string>
}

/**
 * Several pictures of a wall: a click with Ctrl or ⌘ adds or removes one, with Shift it selects a range; a drag selects
 * a rectangle; the arrow keys with Shift extend.
 */
export function useWallSelection(options: Options) {
  const { keys, selected, onSelect, isSelecting, onTap, onPlain, lookedAt } = options
  const anchor = useRef<Anchor>(undefined)
  const [current, setCurrent] = useState<string>()
  const select = (key: string, isToggling: boolean, isExtending: boolean) => {
    setCurrent(key)
    const from = anchor.current?.key ?? lookedAt
    if (isExtending && from !== undefined) {
      const base = selected.size === 0 ? new Set([from]) : (anchor.current?.base ?? selected)
      anchor.current = { key: from, base }
      return onSelect(selectionAfter(keys, base, { key, last: from, isToggling, isExtending }))
    }
    const isFirst = selected.size === 0 && lookedAt !== undefined && lookedAt !== key
    const before = isToggling && isFirst ? new Set([lookedAt]) : selected
    const after = selectionAfter(keys, before, { key, last: undefined, isToggling, isExtending: false })
    anchor.current = { key, base: after }
    onSelect(after)
  }
  return {
    current,
    select,
    press(key: string, { shiftKey, ctrlKey, metaKey, isTouch }: Pressed) {
      if (isTouch && !isSelecting && selected.size === 0) return onTap(key)
      const isToggling = ctrlKey || metaKey || isTouch
      if (isToggling || shiftKey || !onPlain) return select(key, isToggling, shiftKey)
      setCurrent(key)
      anchor.current = { key, base: new Set() }
      onPlain(key)
    },
    /** After an arrow key on the picture that has the focus. */
    move(key: string, { shiftKey, target }: Pick<KeyboardEvent, 'shiftKey' | 'target'>) {
      if (shiftKey) {
        const from = (target as HTMLElement).dataset.key
        if (selected.size === 0 && from !== undefined) anchor.current = { key: from, base: new Set() }
        return select(key, false, true)
      }
      setCurrent(key)
      const base: ReadonlySet<string> = new Set(selected.size > 0 ? [key] : [])
      anchor.current = { key, base }
      if (selected.size > 0) onSelect(base)
    },
    draw(drawn: readonly string[], isAdding: boolean) {
      onSelect(new Set(isAdding ? [...selected, ...drawn] : drawn))
    },
  }
}

export function isTouch({ nativeEvent }: MouseEvent): boolean {
  return (nativeEvent as globalThis.PointerEvent).pointerType === 'touch'
}

interface Click {
  readonly key: string
  readonly last: string | undefined
  readonly isToggling: boolean
  readonly isExtending: boolean
}

/** The selection after a click: alone, toggled, or extended from the last clicked picture. */
export function selectionAfter(
  keys: readonly string[],
  selected: ReadonlySet<string>,
  { key, last, isToggling, isExtending }: Click,
): ReadonlySet<string> {
  if (isExtending && last !== undefined) {
    const [from, to] = [keys.indexOf(last), keys.indexOf(key)].sort((a, b) => a - b)
    return new Set([...selected, ...keys.slice(from, (to ?? 0) + 1)])
  }
  if (!isToggling) return selected.size === 1 && selected.has(key) ? new Set() : new Set([key])
  const toggled = new Set(selected)
  if (!toggled.delete(key)) toggled.add(key)
  return toggled
}
