import { statSync } from 'node:fs'
import { type WalkOptions, walkFolder } from './folder-walk.ts'

/**
 * Finds new and changed pictures in folders. Reports a picture once two consecutive scans find it unchanged, so that a
 * file which is still being written is not read.
 */
export function createFolderScan(folders: readonly string[], options: WalkOptions = {}) {
  /** The state of each file when it was reported, or when the scan began. */
  const known = new Map<string, string>()
  /** The state of files that have changed since. */
  let unsettled = new Map<string, string>()

  return {
    /** Marks existing files as known, and returns their number. */
    begin(): number {
      for (const [name, state] of statesOf(folders, options)) known.set(name, state)
      return known.size
    },
    scan(): { readonly settled: readonly string[]; readonly isUnsettled: boolean } {
      const now = statesOf(folders, options)
      // A file that disappears and comes back is new.
      for (const name of known.keys()) if (!now.has(name)) known.delete(name)
      const changed = [...now].filter(([name, state]) => known.get(name) !== state)
      const settled = changed.filter(([name, state]) => unsettled.get(name) === state)
      for (const [name, state] of settled) known.set(name, state)
      unsettled = new Map(changed.filter(([name, state]) => known.get(name) !== state))
      return { settled: settled.map(([name]) => name), isUnsettled: unsettled.size > 0 }
    },
    /** Causes the file to be reported again. */
    forget(name: string): void {
      known.delete(name)
    },
  }
}

function statesOf(folders: readonly string[], options: WalkOptions): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const name of folders.flatMap((folder) => picturesThere(folder, options))) {
    const stats = statSync(name, { throwIfNoEntry: false })
    // An empty file is about to be written.
    if (stats?.isFile() && stats.size > 0) found.set(name, `${stats.mtimeMs} ${stats.size} ${stats.ino}`)
  }
  return found
}

/** Empty for a folder that was removed. */
function picturesThere(folder: string, options: WalkOptions): readonly string[] {
  try {
    return walkFolder(folder, options).pictures
  } catch {
    return []
  }
}
