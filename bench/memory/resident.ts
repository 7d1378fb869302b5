import { readFileSync } from 'node:fs'

/** Resident megabytes of a process, by what they belong to. */
export interface Resident {
  readonly total: number
  /** The C allocator's main heap. */
  readonly heap: number
  /** Its other arenas, one for each of the first threads. */
  readonly arenas: number
  /** All other private memory: V8's heaps, array buffers, stacks, large blocks of the C allocator. */
  readonly other: number
  /** Mapped files: code, models, the store. */
  readonly files: number
}

/** Reads what Linux says about each mapping of the process. */
export function readResident(pid: number): Resident {
  const sums = { heap: 0, arenas: 0, other: 0, files: 0 }
  const mappings = readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)
  // An arena starts at a multiple of its maximum size. Its unused rest, if any, is reserved right behind it.
  const reserved = new Set(
    mappings.filter((text) => / ---p /.test(text.slice(0, 60))).map((text) => text.split('-')[0]),
  )
  for (const text of mappings) {
    const [, from = '', to = '', name = ''] = /^(\w+)-(\w+) \S+ \S+ \S+ \d+ *(.*)/.exec(text) ?? []
    const megabytes = Number(/^Rss: +(\d+)/m.exec(text)?.[1] ?? 0) / 1024
    const start = Number.parseInt(from, 16)
    const isFull = Number.parseInt(to, 16) - start === arenaBytes
    const isArena = start % arenaBytes === 0 && (isFull || reserved.has(to))
    sums[name === '[heap]' ? 'heap' : name.startsWith('/') ? 'files' : isArena ? 'arenas' : 'other'] += megabytes
  }
  return { ...sums, total: sums.heap + sums.arenas + sums.other + sums.files }
}

const arenaBytes = 64 * 1024 * 1024
