import { basename, dirname, relative, resolve } from 'node:path'
import { type Plugin, RolldownMagicString } from 'rolldown'
import { inRepository } from './plan.ts'

/**
 * Modules find worker threads and data files by `new URL('./path', import.meta.url)`. In the package every module is in
 * `lib/`: a worker thread becomes an entry there, and a data file is where the plan puts it. Anything else fails the
 * build, so that no URL remains that works only in the repository.
 */
export function relocateUrls(files: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'relocate-urls',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: /new URL\([^)]*import\.meta\.url/ },
      handler(code, id) {
        const edited = new RolldownMagicString(code)
        for (const { 0: expression, 1: path = '', index } of code.matchAll(urlOfFile)) {
          const file = resolve(dirname(id), path)
          const target = file.endsWith('.ts') ? `lib/${basename(file, '.ts')}.js` : targetOf(file, files)
          if (target === undefined) this.error(`${id}: the package has no place for ${expression}`)
          if (file.endsWith('.ts')) this.emitFile({ type: 'chunk', id: file, fileName: target })
          edited.overwrite(index, index + expression.length, `new URL('../${target}', import.meta.url)`)
        }
        return { code: edited.toString(), map: edited.generateMap({ hires: 'boundary' }).toString() }
      },
    },
  }
}

const urlOfFile = /new URL\('([^']+)', import\.meta\.url\)/g

function targetOf(file: string, files: Readonly<Record<string, string>>): string | undefined {
  // All workspaces share the package's version.
  if (basename(file) === 'package.json') return 'package.json'
  for (const [from, to] of Object.entries(files)) {
    const inside = relative(inRepository(from), file)
    if (!inside.startsWith('..')) return [to, inside].filter(Boolean).join('/')
  }
  return undefined
}
