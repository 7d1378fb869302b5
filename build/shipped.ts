import { relative } from 'node:path'
import { inRepository } from './plan.ts'

/** The directories of all third-party packages whose code is in a package: bundled modules, and copied packages. */
export function directoriesOf(moduleIds: readonly string[], copied: readonly string[]): readonly string[] {
  const bundled = moduleIds.flatMap((id) => directoryOf(id) ?? [])
  return [...new Set([...bundled, ...copied.map((name) => `node_modules/${name}`)])].toSorted()
}

/** The installed package that a module belongs to; undefined for Palate's own modules. */
function directoryOf(moduleId: string): string | undefined {
  // Bundlers prefix virtual modules with a NUL.
  const path = relative(inRepository('.'), moduleId.replace('\0', '')).replaceAll('\\', '/')
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]
}
