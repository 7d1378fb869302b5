import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { CommandError, UsageError } from '../../../output.ts'
import { fileBytesMax, refuseSize, type ScoreInput } from '../inputs.ts'

/** The files of a commit in the repository of this folder. Reading them does not touch the work tree. */
export function openGitTree(ref: string) {
  // Git does not allow such names, and would take them for options.
  if (ref === '' || ref.startsWith('-'))
    throw new UsageError(`--baseline git:REF takes a commit, not ${JSON.stringify(ref)}`)
  const root = git(['rev-parse', '--show-toplevel'], '.', 'this folder is not in a git repository').replace(/\n$/, '')
  const unknown = `there is no commit ${ref} in this repository; fetch it first (in GitHub Actions, check out with fetch-depth: 0)`
  const tree = git(['rev-parse', '--verify', '--quiet', `${ref}^{tree}`], root, unknown).trim()
  return {
    /** Whether the picture is a file in this repository. */
    mayHave: ({ id, url }: ScoreInput): boolean => url === undefined && pathIn(root, id) !== undefined,
    /** The same file in the commit; undefined for a file that the commit does not have. */
    earlierOf({ id }: ScoreInput): ScoreInput | undefined {
      const path = pathIn(root, id)
      const blob = path === undefined ? undefined : findBlob(root, tree, path)
      return blob === undefined || path === undefined
        ? undefined
        : { id: `${ref}:${path}`, read: () => readBlob(root, blob, path) }
    },
  }
}

/** Undefined for a file outside the repository, or in no folder. A link is the link itself, as in git. */
function pathIn(root: string, file: string): string | undefined {
  if (!existsSync(dirname(file))) return undefined
  const path = relative(realpathSync(root), join(realpathSync(dirname(file)), basename(file)))
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.replaceAll(sep, '/')
}

interface Blob {
  readonly object: string
  readonly bytes: number
}

function findBlob(root: string, tree: string, path: string): Blob | undefined {
  const entry = git(['ls-tree', '-z', '--long', '--full-tree', tree, '--', path], root)
  const [, object, bytes] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t/.exec(entry) ?? []
  return object === undefined ? undefined : { object, bytes: Number(bytes) }
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
    return execFileSync('git', args, { ...settings(folder), encoding: 'utf8' })
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
