import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, extname, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { plural } from '../../terminal/text.ts'

/** How files that the service reads as pictures are named. */
export const pictureExtensions: readonly string[] = ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.avif']

/** Pictures that the service cannot read. Other files are not mentioned: nobody expects them to be scored. */
const otherFormats: Readonly<Record<string, readonly string[]>> = {
  HEIC: ['.heic', '.heif'],
  TIFF: ['.tif', '.tiff'],
  SVG: ['.svg'],
  BMP: ['.bmp'],
  ICO: ['.ico'],
  PSD: ['.psd'],
  'JPEG XL': ['.jxl'],
  'JPEG 2000': ['.jp2', '.j2k'],
  raw: ['.dng', '.cr2', '.cr3', '.nef', '.arw', '.raf', '.orf', '.rw2'],
}
const formatNames = new Map(Object.entries(otherFormats).flatMap(([name, all]) => all.map((one) => [one, name])))

export interface WalkOptions {
  /** False with `--no-ignore`. */
  readonly ignore?: boolean
  /** Patterns as in `.gitignore`, relative to the folder that the user named. */
  readonly exclude?: readonly string[]
}

/** What a walk left out, and why. */
export interface Skipped {
  /** How many files there are for each reason. */
  readonly files: Map<string, number>
  /** The reason for each folder. */
  readonly folders: Map<string, string>
}

export interface Walk {
  /** Sorted by name. */
  readonly pictures: readonly string[]
  readonly skipped: Skipped
}

/**
 * The pictures in a folder and its subfolders. Leaves out hidden files and folders, `node_modules`, and what `.gitignore`
 * excludes; a folder that the user names is never left out. Each file and folder is visited once, under its own name
 * rather than that of a link. Opens nothing but folders and `.gitignore` files.
 */
export function walkFolder(folder: string, options: WalkOptions = {}): Walk {
  const walk = new FolderWalk(folder, options)
  walk.visit()
  return { pictures: walk.pictures.toSorted(), skipped: walk.skipped }
}

/** In words, such as `skipped 4 files: 3 HEIC, 1 TIFF`; undefined if nothing was left out. */
export function describeSkipped(all: readonly Skipped[]): string | undefined {
  const files = new Map<string, number>()
  for (const [reason, count] of all.flatMap((one) => [...one.files])) {
    files.set(reason, (files.get(reason) ?? 0) + count)
  }
  const folders = new Map(all.flatMap((one) => [...one.folders]))
  const total = [...files.values()].reduce((sum, count) => sum + count, 0)
  const reasons = [...files].map(([reason, count]) => `${count} ${reason}`)
  const names = [...folders].map(([name, reason]) => (reason === '' ? name : `${name} (${reason})`))
  const shown = names.slice(0, foldersShownMax)
  const more = names.length > shown.length ? [`${names.length - shown.length} more`] : []
  const parts = [
    ...(total > 0 ? [`${plural(total, 'file')}: ${reasons.join(', ')}`] : []),
    ...(names.length > 0 ? [`${plural(names.length, 'folder')}: ${[...shown, ...more].join(', ')}`] : []),
  ]
  if (parts.length === 0) return undefined
  const isIgnored = [...files.keys(), ...folders.values()].some((reason) => ignoredReasons.includes(reason))
  return `skipped ${parts.join('; ')}${isIgnored ? '; --no-ignore takes them, too' : ''}`
}

const foldersShownMax = 5
const hidden = 'hidden'
const ignored = 'in .gitignore'
/** Packages are not the user's own pictures. */
const packages = ''
const ignoredReasons: readonly string[] = [hidden, ignored, packages]

/** What a file is that is not a regular one. Opening it could wait forever. */
export function specialKind(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'FIFO'
  return stats.isSocket() ? 'socket' : 'device'
}

/** A folder, or a link to one, with the rules that hold for what is inside. */
interface Place {
  /** Its path in the walked folder. */
  readonly path: string
  readonly rules: Ignore
}

class FolderWalk {
  readonly pictures: string[] = []
  readonly skipped: Skipped = { files: new Map(), folders: new Map() }
  readonly #folder: string
  readonly #options: WalkOptions
  readonly #excluded: Ignore
  /** The path of the walked folder, relative to where the first rules hold. */
  #prefix = ''
  /** Files and folders that were visited, by their real path. */
  readonly #seen = new Set<string>()

  constructor(folder: string, options: WalkOptions) {
    this.#folder = folder
    this.#options = options
    this.#excluded = rulesOf().add([...(options.exclude ?? [])])
  }

  visit(): void {
    const real = realpathSync(this.#folder)
    this.#seen.add(real)
    // Links come last, so that what they lead to is visited under its own name if it is in the folder as well.
    let links = this.#enter({ path: '', rules: this.#rulesAbove(real) })
    while (links.length > 0) links = links.flatMap((link) => this.#follow(link))
  }

  /** Visits a folder and those below. Returns the links. */
  #enter({ path, rules: above }: Place): readonly Place[] {
    const rules = this.#withOwnRules(path, above)
    return this.#list(path).flatMap((entry): readonly Place[] => {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      const stats = attempt(() => lstatSync(this.#at(inside)))
      if (!stats) return []
      if (stats.isSymbolicLink()) return [{ path: inside, rules }]
      return this.#sort({ path: inside, rules }, stats)
    })
  }

  #follow(link: Place): readonly Place[] {
    const stats = attempt(() => statSync(this.#at(link.path)))
    if (stats) return this.#sort(link, stats)
    if (isPicture(link.path)) this.#skipFile('broken link')
    return []
  }

  /** A file becomes a picture, or is skipped; a folder is visited. */
  #sort({ path, rules }: Place, stats: Stats): readonly Place[] {
    const isFolder = stats.isDirectory()
    if (isFolder && path.split('/').at(-1) === '.git') return []
    const reason = this.#reasonToSkip(path, rules, isFolder)
    if (isFolder) {
      if (reason === undefined) return this.#isNew(path) ? this.#enter({ path, rules }) : []
      this.skipped.folders.set(join(this.#folder, path), reason)
      return []
    }
    const format = formatNames.get(extname(path).toLowerCase())
    const why = isPicture(path) ? (reason ?? specialKind(stats)) : reason === undefined ? format : undefined
    if (why !== undefined) this.#skipFile(why)
    else if (isPicture(path) && this.#isNew(path)) this.pictures.push(join(this.#folder, path))
    return []
  }

  #reasonToSkip(path: string, rules: Ignore, isFolder: boolean): string | undefined {
    const marked = isFolder ? `${path}/` : path
    if (this.#excluded.ignores(marked)) return 'excluded'
    if (this.#options.ignore === false) return undefined
    const name = path.split('/').at(-1) ?? ''
    if (name.startsWith('.')) return hidden
    if (isFolder && name === 'node_modules') return packages
    return rules.ignores(this.#prefix + marked) ? ignored : undefined
  }

  /** False if it was visited under another name, or has just been removed. */
  #isNew(path: string): boolean {
    const real = attempt(() => realpathSync(this.#at(path)))
    if (real === undefined || this.#seen.has(real)) return false
    this.#seen.add(real)
    return true
  }

  #list(path: string) {
    try {
      return readdirSync(this.#at(path), { withFileTypes: true })
    } catch (error) {
      if (path === '') throw error
      this.skipped.folders.set(join(this.#folder, path), 'cannot be read')
      return []
    }
  }

  #skipFile(reason: string): void {
    this.skipped.files.set(reason, (this.skipped.files.get(reason) ?? 0) + 1)
  }

  #at(path: string): string {
    return join(this.#folder, path)
  }

  /**
   * The rules of the repository above the folder, unless they exclude the folder itself: whoever names it wants what is
   * inside.
   */
  #rulesAbove(real: string): Ignore {
    const root = repositoryOf(real)
    if (root === undefined || root === real || this.#options.ignore === false) return rulesOf()
    const inRoot = relative(root, real).split(sep).join('/')
    const parents = inRoot.split('/')
    const rules = parents.reduce((above, _, depth) => {
      const base = parents.slice(0, depth).join('/')
      return withRules(above, join(root, base), base)
    }, rulesOf())
    if (rules.ignores(`${inRoot}/`)) return rulesOf()
    this.#prefix = `${inRoot}/`
    return rules
  }

  #withOwnRules(path: string, above: Ignore): Ignore {
    if (this.#options.ignore === false) return above
    return withRules(above, this.#at(path), `${this.#prefix}${path}`.replace(/\/$/, ''))
  }
}

function isPicture(path: string): boolean {
  return pictureExtensions.includes(extname(path).toLowerCase())
}

/** Undefined if a file is gone, leads in a circle, or may not be read. */
function attempt<Found>(read: () => Found): Found | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Git ignores case where the file system does. */
function rulesOf(): Ignore {
  return ignore({ ignorecase: process.platform === 'darwin' || process.platform === 'win32' })
}

/** The nearest folder above with a `.git`. */
function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

/** Adds the rules of a folder's `.gitignore`, which come before those above. */
function withRules(above: Ignore, folder: string, base: string): Ignore {
  const file = join(folder, '.gitignore')
  const lines = attempt(() => (statSync(file).isFile() ? readFileSync(file, 'utf8').split(/\r?\n/) : [])) ?? []
  if (lines.length === 0) return above
  return rulesOf()
    .add(above)
    .add(base === '' ? lines : lines.flatMap((line) => ruleBelow(base, line)))
}

/** A rule of a folder as one of the root. Without a slash, it holds at any depth below. */
function ruleBelow(base: string, line: string): readonly string[] {
  if (line.trim() === '' || line.startsWith('#')) return []
  const [, not = '', body = ''] = /^(!?)(.*)$/.exec(line) ?? []
  const isAnchored = body.trimEnd().replace(/\/$/, '').includes('/')
  return [`${not}/${base.replaceAll(/[\\*?[\]!# ]/g, '\\$&')}/${isAnchored ? '' : '**/'}${body.replace(/^\//, '')}`]
}
