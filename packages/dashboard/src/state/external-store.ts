import { useSyncExternalStore } from 'react'

/** A value outside React that components subscribe to. */
export interface ExternalStore<Value> {
  readonly get: () => Value
  /** Notifies the listeners if the value changed. */
  readonly set: (value: Value) => void
  /** Returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
  /** The value as a hook: the component renders again when it changes. */
  readonly use: () => Value
}

export function createExternalStore<Value>(initial: Value): ExternalStore<Value> {
  const listeners = new Set<() => void>()
  let current = initial
  const get = () => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  }
}
