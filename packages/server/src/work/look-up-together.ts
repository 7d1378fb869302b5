import { setImmediate as nextTurn } from 'node:timers/promises'

/** Finds several values by their keys. Keys without a value are missing in the result. */
type FindAll<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>

/** Finds what is asked for in one turn of the event loop together, each key once. */
export function lookUpTogether<Value>(findAll: FindAll<Value>): (key: string) => Promise<Value | undefined> {
  let waiting: { readonly keys: Set<string>; readonly found: ReturnType<FindAll<Value>> } | undefined

  function start() {
    const keys = new Set<string>()
    const findLater = async () => {
      await nextTurn()
      waiting = undefined
      return findAll([...keys])
    }
    return { keys, found: findLater() }
  }

  return async (key) => {
    waiting ??= start()
    waiting.keys.add(key)
    return (await waiting.found).get(key)
  }
}
