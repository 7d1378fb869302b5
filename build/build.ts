import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from './bundle.ts'
import { writeDeclarations } from './declarations.ts'
import { describeLicences } from './licences.ts'
import { readOptions } from './options.ts'
import { inRepository, type PackagePlan } from './plan.ts'
import { describeComponents } from './sbom.ts'
import { directoriesOf } from './shipped.ts'

/**
 * `npm run build -- [--only NAME] [--out DIR]`: builds each package in its own directory below `dist/`, or the named
 * one in DIR, ready for `npm pack`.
 */
const { plans, outDir } = readOptions()
for (const plan of plans) await build(plan)

async function build(plan: PackagePlan): Promise<void> {
  const started = performance.now()
  const packageDir = join(outDir, plan.directory)
  rmSync(packageDir, { recursive: true, force: true })
  const { moduleIds } = await bundle(plan, packageDir)
  const others = await plan.built?.build(join(packageDir, plan.built.to))
  for (const [from, to] of Object.entries(plan.files)) {
    cpSync(inRepository(from), join(packageDir, to), { recursive: true, filter: isShipped })
  }
  if (plan.declarationsOf !== undefined) writeDeclarations(plan.declarationsOf, join(packageDir, 'lib'))
  const vendored = plan.vendor?.(packageDir) ?? {}
  const shipped = directoriesOf([...moduleIds, ...(others?.moduleIds ?? [])], Object.keys(vendored))
  const manifest = `${JSON.stringify(plan.manifest({ vendored }), null, 2)}\n`
  writeFileSync(join(packageDir, 'THIRD-PARTY-LICENSES'), describeLicences(shipped))
  writeFileSync(join(packageDir, 'sbom.cdx.json'), describeComponents(shipped, JSON.parse(manifest)))
  writeFileSync(join(packageDir, 'package.json'), manifest)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`built ${plan.directory} in ${seconds} s\n`)
}

/** Reference numbers that only tests use are not included. */
function isShipped(path: string): boolean {
  return !path.endsWith('.expected.json')
}
