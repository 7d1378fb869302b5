import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { entriesMax } from '../platform/entries-max.ts'

/** Finds several values by their keys. Keys without a value are missing in the result. */
type FindAll<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>

/** Owners whose look-ups share statements. */
const ownersKeptMax = 1000

/** Finds what is asked for in one turn of the event loop together, for each owner apart. */
export function lookUpTogetherOf<Owner, Value>(
  nameOf: (owner: Owner) => string,
  findAll: (owner: Owner, keys: readonly string[]) => ReturnType<FindAll<Value>>,
): (owner: Owner, key: string) => Promise<Value | undefined> {
  const lookUps = new LRUCache<string, ReturnType<typeof lookUpTogether<Value>>>(entriesMax(ownersKeptMax))
  return (owner, key) => {
    const name = nameOf(owner)
    const find = lookUps.get(name) ?? lookUpTogether((keys) => findAll(owner, keys))
    lookUps.set(name, find)
    return find(key)
  }
}

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
