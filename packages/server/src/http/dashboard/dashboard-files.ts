import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { sha256 } from '../../platform/hash.ts'

/** A built dashboard file, in each available encoding. */
export interface DashboardFile {
  readonly mediaType: string
  /** Unquoted; changes with the content. */
  readonly tag: string
  readonly contents: Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer }
  /** The name contains the hash of the content, so the file never changes. */
  readonly isHashed: boolean
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The encodings that the build produces, by the suffix of the file name. */
const encodings: Readonly<Record<string, Encoding>> = { '.br': 'br', '.gz': 'gzip' }

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** All files below a directory by path, such as `/assets/main-1a2b.js`. Empty if the directory does not exist. */
export function readDashboardFiles(directory: string): ReadonlyMap<string, DashboardFile> {
  const names = filesBelow(directory)
  const read = (name: string) => readFileSync(join(directory, name))
  return new Map(
    names
      .filter((name) => !(extname(name) in encodings))
      .map((name) => {
        const identity = read(name)
        const encoded = Object.entries(encodings).filter(([ending]) => names.includes(name + ending))
        const file: DashboardFile = {
          mediaType: mediaTypes[extname(name)] ?? 'application/octet-stream',
          tag: sha256(identity).toString('hex').slice(0, 32),
          contents: { ...Object.fromEntries(encoded.map(([ending, to]) => [to, read(name + ending)])), identity },
          isHashed: name.startsWith('assets/'),
        }
        return [`/${name}`, file]
      }),
  )
}

/** Paths relative to the directory, with slashes. */
function filesBelow(directory: string): readonly string[] {
  try {
    const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return paths.map((path) => path.slice(directory.length).split(sep).filter(Boolean).join('/'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
