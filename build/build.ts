import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle } from './bundle.ts'
import { writeDeclarations } from './declarations.ts'
import { describeLicences } from './licences.ts'
import { packages } from './packages.ts'
import { inRepository, type PackagePlan } from './plan.ts'

/**
 * `npm run build -- [--only NAME] [--out DIR]`: makes each package in a directory of its own below `dist/`, or the one that
 * is named in DIR, as `npm pack` wants it.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string', default: 'dist' } } })
for (const plan of packages) if (values.only === undefined || values.only === plan.directory) await build(plan)

async function build(plan: PackagePlan): Promise<void> {
  const started = performance.now()
  const packageDir = join(resolve(inRepository('.'), values.out), plan.directory)
  rmSync(packageDir, { recursive: true, force: true })
  const { moduleIds } = await bundle(plan, packageDir)
  const others = await plan.built?.build(join(packageDir, plan.built.to))
  for (const [from, to] of Object.entries(plan.files)) {
    cpSync(inRepository(from), join(packageDir, to), { recursive: true, filter: isShipped })
  }
  if (plan.declarationsOf !== undefined) writeDeclarations(plan.declarationsOf, join(packageDir, 'lib'))
  const vendored = plan.vendor?.(packageDir) ?? {}
  writeFileSync(
    join(packageDir, 'THIRD-PARTY-LICENSES'),
    describeLicences([...moduleIds, ...(others?.moduleIds ?? [])], Object.keys(vendored)),
  )
  writeFileSync(join(packageDir, 'package.json'), `${JSON.stringify(plan.manifest({ vendored }), null, 2)}\n`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`built ${plan.directory} in ${seconds} s\n`)
}

/** Numbers that only tests compare with stay behind. */
function isShipped(path: string): boolean {
  return !path.endsWith('.expected.json')
}
