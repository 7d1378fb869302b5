import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Creates a directory and its parents, readable only by the owner. (Node's `recursive` never returns below `/proc`.) */
export function makeDirectory(path: string): void {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.unshift(at)
  for (const one of missing) {
    try {
      mkdirSync(one, { mode: 0o700 })
    } catch (error) {
      // Another process that is starting at the same time created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
