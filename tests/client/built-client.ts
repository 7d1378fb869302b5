import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll } from 'vitest'
import { createFolder } from '../harness/temporary-folder.ts'
import { repository } from '../package/consumer.ts'

/** A project with only the built client in it, as `npm install` of its archive would leave it. */
export function useBuiltClient(): { readonly directory: string; readonly packageDir: string } {
  const directory = createFolder('client')
  const packageDir = join(directory, 'node_modules/@palate/client')
  beforeAll(async () => {
    const args = [join(repository, 'build/build.ts'), '--only', 'client', '--out', directory]
    await promisify(execFile)(process.execPath, args, { cwd: repository })
    mkdirSync(join(directory, 'node_modules/@palate'), { recursive: true })
    cpSync(join(directory, 'client'), packageDir, { recursive: true })
    writeFileSync(join(directory, 'package.json'), '{"type":"module"}')
  })
  return { directory, packageDir }
}
