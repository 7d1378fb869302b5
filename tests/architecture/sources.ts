import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages: Readonly<Record<string, string>> = {
  '@palate/core/': 'packages/core/src/',
  '@palate/server/': 'packages/server/src/',
  '@palate/client/': 'packages/client/src/',
  '@palate/client': 'packages/client/src/index.ts',
  '@palate/cli/': 'packages/cli/src/',
}

export interface Source {
  readonly path: string
  readonly text: string
  /** Repository file paths and package names. */
  readonly imports: readonly string[]
}

/** Every TypeScript file with its imports, including type imports. */
export function readSources(): readonly Source[] {
  const folders = ['packages', 'tests', 'bench', 'fitting', 'demo', 'build', 'scripts']
  const paths = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: root,
      exclude: (entry) => /(^|\/)(node_modules|dist)$/.test(entry) || entry.endsWith('.d.ts'),
    }),
  )
  return paths.map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })
}

function importsOf(path: string, text: string): readonly string[] {
  const code = text.replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, '')
  const specifiers = [...code.matchAll(/(?:\bfrom|\bimport\(|^import)\s*'([^']+)'/gm)].map(([, name = '']) => name)
  return specifiers.map((name) => {
    if (name.startsWith('.')) return normalize(join(dirname(path), name))
    const ours = Object.keys(packages).find((prefix) => name.startsWith(prefix))
    return ours === undefined ? name : `${packages[ours]}${name.slice(ours.length)}`
  })
}
