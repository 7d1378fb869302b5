import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { readOptions } from './options.ts'

/**
 * The second half of `npm run pack`, `node build/pack.ts [--only NAME] [--out DIR]`: writes `<name>-<version>.tgz` for
 * each built package. The archives are reproducible.
 */
const { plans, outDir } = readOptions()
for (const { directory } of plans) {
  const args = ['pack', join(outDir, directory), '--pack-destination', outDir, '--loglevel=error']
  // npm is a shell script on Windows.
  execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
}
