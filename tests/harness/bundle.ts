import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../build/bundle.ts'
import { packages } from '../../build/packages.ts'
import { inRepository } from '../../build/plan.ts'

/** The variable that names the command to run as `palate`; without it, tests run the sources. */
export const commandVariable = 'TEST_PALATE_COMMAND'

/** Bundles `palate` once for a test run: from the bundle a process starts in about 60 % of the processor time. */
export async function setup(): Promise<() => void> {
  const [plan] = packages
  if (!plan) throw new Error('there is no package')
  mkdirSync(inRepository('node_modules/.cache'), { recursive: true })
  // Inside the repository, where modules that are not bundled are found.
  const directory = mkdtempSync(inRepository('node_modules/.cache/palate-test-'))
  await bundle(plan, directory)
  for (const [from, to] of Object.entries(plan.files)) {
    cpSync(inRepository(from), join(directory, to), { recursive: true })
  }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(plan.manifest({ vendored: {} })))
  process.env[commandVariable] = join(directory, 'bin/palate.js')
  return () => rmSync(directory, { recursive: true, force: true })
}
