import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRepository } from './plan.ts'

/**
 * Writes a project's declarations next to the bundled scripts, so that editors see plain types. Imports name the
 * scripts, which every module resolution mode supports.
 */
export function writeDeclarations(project: string, to: string): void {
  execFileSync('tsc', ['--build', project], {
    cwd: inRepository('.'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const from = inRepository(`.cache/types/${project.split('/').at(-1)}`)
  for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts') || name.endsWith('.test.d.ts')) continue
    const text = readFileSync(join(from, name), 'utf8').replaceAll(/(from '\.\.?\/[^']*)\.ts'/g, "$1.js'")
    if (text.includes('@palate/core')) throw new Error(`${name} refers to a package that is not published`)
    mkdirSync(dirname(join(to, name)), { recursive: true })
    writeFileSync(join(to, name), text)
  }
}
