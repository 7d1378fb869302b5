import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The browser's unpacked files, kept for its next start, its lock, and the compile cache of npm and tsc. */
const ofTools =
  /^(node-compile-cache|chromium|al2023|fonts|swiftshader|palate-test-browser\.lock|\.?org\.chromium\..*|playwright.*)$/

/** Gives the test run its own temporary directory, and fails the run if tests leave something there. */
export function setup(): () => void {
  const directory = mkdtempSync(join(tmpdir(), 'palate-run-'))
  // PostgreSQL runs as another user if the tests run as root.
  chmodSync(directory, 0o755)
  process.env.TMPDIR = directory
  return () => {
    const left = readdirSync(directory).filter((name) => !ofTools.test(name))
    rmSync(directory, { recursive: true, force: true })
    if (left.length > 0) throw new Error(`tests left these in the temporary directory: ${left.join(', ')}`)
  }
}
