import { statSync } from 'node:fs'
import { picturesIn } from './inputs.ts'

/**
 * Which pictures of folders are new or changed. A picture is reported once it looks the same at two looks in a row, so
 * that a file which is still being written is not read.
 */
export function createFolderScan(folders: readonly string[]) {
  /** How each file looked when it was reported, or when the scan began. */
  const known = new Map<string, string>()
  /** How files looked that have changed since. */
  let unsettled = new Map<string, string>()

  return {
    /** Takes what is there as known, and returns how many that is. */
    begin(): number {
      for (const [name, look] of looks(folders)) known.set(name, look)
      return known.size
    },
    look(): { readonly settled: readonly string[]; readonly isUnsettled: boolean } {
      const now = looks(folders)
      // Who is gone and comes back is new.
      for (const name of known.keys()) if (!now.has(name)) known.delete(name)
      const changed = [...now].filter(([name, look]) => known.get(name) !== look)
      const settled = changed.filter(([name, look]) => unsettled.get(name) === look)
      for (const [name, look] of settled) known.set(name, look)
      unsettled = new Map(changed.filter(([name, look]) => known.get(name) !== look))
      return { settled: settled.map(([name]) => name), isUnsettled: unsettled.size > 0 }
    },
    /** It is reported again. */
    forget(name: string): void {
      known.delete(name)
    },
  }
}

function looks(folders: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const name of folders.flatMap(picturesThere)) {
    const stats = statSync(name, { throwIfNoEntry: false })
    // An empty file is one that somebody is about to write.
    if (stats?.isFile() && stats.size > 0) found.set(name, `${stats.mtimeMs} ${stats.size} ${stats.ino}`)
  }
  return found
}

/** A folder that is removed meanwhile has none. */
function picturesThere(folder: string): readonly string[] {
  try {
    return picturesIn(folder)
  } catch {
    return []
  }
}
