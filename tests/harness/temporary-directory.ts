import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The browser's unpacked files, kept for its next start, its lock, and the compile cache of npm and tsc. */
const ofTools =
  /^(node-compile-cache|chromium|al2023|fonts|swiftshader|palate-test-browser\.lock|\.?org\.chromium\..*|playwright.*)$/

const prefix = 'palate-run-'

/** Gives the test run its own temporary directory, and fails the run if tests leave something there. */
export function setup(): () => void {
  removeAbandoned()
  const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(directory, 0o755)
  process.env.TMPDIR = directory
  return () => {
    const left = readdirSync(directory).filter((name) => !ofTools.test(name))
    rmSync(directory, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`tests left these in the temporary directory: ${left.join(', ')}`)
  }
}

/** Removes the directories of runs that were killed. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = new RegExp(`^${prefix}(\\d+)-`).exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
