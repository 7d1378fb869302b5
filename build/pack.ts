import { execFileSync } from 'node:child_process'
import { packages } from './packages.ts'
import { inRepository } from './plan.ts'

/** `npm run pack`: writes `dist/<name>-<version>.tgz` for each built package. The archives are reproducible. */
for (const { directory } of packages) {
  const packageDir = inRepository(`dist/${directory}`)
  const args = ['pack', packageDir, '--pack-destination', inRepository('dist'), '--loglevel=error']
  // npm is a shell script on Windows.
  execFileSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' })
}
