import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The compile cache of npm and tsc, and the browser's lock and unpacked files, kept for its next start. */
const ofTools = [
  /^node-compile-cache$/,
  /^(palate-test-browser\.lock|chromium|al2023|fonts|locales|swiftshader|vk_swiftshader_icd\.json|lib.*\.so.*)$/,
  /^(\.?org\.chromium\..*|playwright.*)$/,
]

const prefix = 'palate-run-'

/**
 * Used if there is plenty of memory, unless TMPDIR names another place: a commit to a disk takes ten times the processor
 * time, and the test waits for it.
 */
const inMemory = '/dev/shm'
const memoryBytesMin = 8 * 2 ** 30

/** Gives the test run its own temporary directory, and fails the run if tests leave something there. */
export function setup(): () => void {
  const parent = process.env.TMPDIR === undefined && canHoldRun(inMemory) ? inMemory : tmpdir()
  removeAbandoned(parent)
  const directory = mkdtempSync(join(parent, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(directory, 0o755)
  process.env.TMPDIR = directory
  return () => {
    const left = readdirSync(directory).filter((name) => !ofTools.some((pattern) => pattern.test(name)))
    rmSync(directory, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`tests left these in the temporary directory: ${left.join(', ')}`)
  }
}

function canHoldRun(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory)
    // Containers may forbid running programs from it, which tests do.
    const isExecutable = !new RegExp(` ${directory} .*\\bnoexec\\b`).test(readFileSync('/proc/mounts', 'utf8'))
    return isExecutable && Math.min(bavail * bsize, process.availableMemory()) >= memoryBytesMin
  } catch {
    // Only Linux has it.
    return false
  }
}

/** Removes the directories of runs that were killed. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
