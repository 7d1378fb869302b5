import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { CommandError, UsageError } from '../../../output.ts'
import { fileBytesMax, lfsPointer, refuseSize, type ScoreInput } from '../inputs.ts'

/** Git prints about a hundred bytes for a file. */
const listingBytesMax = 2 ** 29

/** An earlier picture, and whether it is the same picture under another name. */
export interface Earlier {
  readonly input: ScoreInput
  readonly isRenamed?: boolean
}

/** The files of a commit in the repository of this folder. Reading them does not touch the work tree. */
export function openGitTree(ref: string) {
  // Git does not allow such names, and would take them for options.
  if (ref === '' || ref.startsWith('-'))
    throw new UsageError(`--baseline git:REF takes a commit, not ${JSON.stringify(ref)}`)
  const root = git(['rev-parse', '--show-toplevel'], '.', 'this folder is not in a git repository').replace(/\n$/, '')
  const unknown = `there is no commit ${ref} in this repository; fetch it first (in GitHub Actions, check out with fetch-depth: 0)`
  const tree = git(['rev-parse', '--verify', '--quiet', `${ref}^{tree}`], root, unknown).trim()
  let listed: Tree | undefined
  const files = () => {
    listed ??= listTree(root, tree)
    return listed
  }
  return {
    /** Whether the picture is a file in this repository. */
    mayHave: ({ id, url }: ScoreInput): boolean => url === undefined && pathIn(root, id) !== undefined,
    /** The same file in the commit, else a file with the same content; undefined for what the commit does not have. */
    earlierOf(input: ScoreInput): Earlier | undefined {
      const path = pathIn(root, input.id)
      if (path === undefined) return undefined
      const blob = files().byPath.get(path)
      if (blob) return { input: inputOf(path, blob) }
      const renamed = sameContent(files(), input.id)
      return renamed && { input: inputOf(renamed.path, renamed), isRenamed: true }
    },
  }
  function inputOf(path: string, blob: Blob): ScoreInput {
    return { id: `${ref}:${path}`, read: () => readBlob(root, blob, path) }
  }
}

/** Undefined for a file outside the repository, or in no folder. A link is the link itself, as in git. */
function pathIn(root: string, file: string): string | undefined {
  if (!existsSync(dirname(file))) return undefined
  const path = relative(realpathSync(root), join(realpathSync(dirname(file)), basename(file)))
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.replaceAll(sep, '/')
}

interface Blob {
  readonly path: string
  readonly object: string
  readonly bytes: number
}

interface Tree {
  readonly byPath: ReadonlyMap<string, Blob>
  readonly byObject: ReadonlyMap<string, Blob>
}

/** One process for all pictures. Links and submodules are no files. */
function listTree(root: string, tree: string): Tree {
  const blobs = git(['ls-tree', '-r', '-z', '--long', '--full-tree', tree], root)
    .split('\0')
    .flatMap((entry) => {
      const [, object = '', bytes, path = ''] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t(.*)$/s.exec(entry) ?? []
      return object === '' ? [] : [{ path, object, bytes: Number(bytes) }]
    })
  return {
    byPath: new Map(blobs.map((blob) => [blob.path, blob])),
    byObject: new Map(blobs.map((blob) => [blob.object, blob])),
  }
}

/** The file of the commit that has the content of this one, stored as it is or by Git LFS. */
function sameContent({ byObject }: Tree, file: string): Blob | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile() || stats.size > fileBytesMax) return undefined
  const bytes = readFileSync(file)
  const [object = ''] = byObject.keys()
  const algorithm = object.length === 64 ? 'sha256' : 'sha1'
  const idOf = (content: Buffer) =>
    createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest('hex')
  return byObject.get(idOf(bytes)) ?? byObject.get(idOf(lfsPointerTo(bytes)))
}

function lfsPointerTo(bytes: Buffer): Buffer {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return Buffer.from(`${lfsPointer}v1\noid sha256:${sha256}\nsize ${bytes.length}\n`)
}

/** Reads a file as a checkout would write it: filters replace the pointers of Git LFS. */
function readBlob(root: string, { object, bytes }: Blob, path: string): Buffer {
  refuseSize(bytes)
  const args = ['cat-file', '--filters', `--path=${path}`, object]
  const content = execFileSync('git', args, { ...settings(root), maxBuffer: fileBytesMax })
  refuseSize(content.length)
  return content
}

function git(args: readonly string[], folder: string, advice?: string): string {
  try {
    return execFileSync('git', args, { ...settings(folder), encoding: 'utf8', maxBuffer: listingBytesMax })
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: string }
    if (code === 'ENOENT') throw new CommandError('--baseline git:REF needs git, which is not installed')
    throw new CommandError(advice ?? `git ${args[0]} failed: ${String(stderr).trim()}`)
  }
}

/** Git never waits for input, and takes paths literally. */
function settings(cwd: string) {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_LITERAL_PATHSPECS: '1', GIT_OPTIONAL_LOCKS: '0' }
  return { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }
}
