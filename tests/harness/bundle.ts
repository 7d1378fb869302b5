import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isDashboardStale } from '../../build/build-dashboard.ts'
import { bundle } from '../../build/bundle.ts'
import { packages } from '../../build/packages.ts'
import { inRepository, placesOf } from '../../build/plan.ts'
import { commandVariable } from './process.ts'

const run = promisify(execFile)

/** Bundles `palate` once for a test run: from the bundle a process starts in about 60 % of the processor time. */
export async function setup(): Promise<() => void> {
  const [plan] = packages
  if (!plan) throw new Error('there is no package')
  mkdirSync(inRepository('node_modules/.cache'), { recursive: true })
  // Inside the repository, where unbundled modules can be resolved.
  const directory = mkdtempSync(inRepository('node_modules/.cache/palate-test-'))
  // In a separate process, because it changes the environment.
  if (isDashboardStale()) await run(process.execPath, [inRepository('build/dashboard.ts')]).catch(reportFailure)
  await bundle(plan, directory)
  // Without source maps, which take a tenth of the time to start.
  rmSync(join(directory, 'bin/palate.js.map'))
  for (const [from, to] of Object.entries(placesOf(plan))) {
    // Does not contain a dashboard that is not built.
    if (existsSync(inRepository(from))) cpSync(inRepository(from), join(directory, to), { recursive: true })
  }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(plan.manifest({ vendored: {} })))
  process.env[commandVariable] = join(directory, 'bin/palate.js')
  return () => rmSync(directory, { recursive: true, force: true })
}

/** Then the dashboard's tests fail. No others need it. */
function reportFailure(error: unknown): void {
  process.stderr.write(`the dashboard could not be built: ${error instanceof Error ? error.message : error}\n`)
}
