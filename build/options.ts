import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packages } from './packages.ts'
import { inRepository, type PackagePlan } from './plan.ts'

/** `[--only NAME] [--out DIR]`: which packages to build or pack, and where; all of them, in `dist/`, by default. */
export function readOptions(): { readonly plans: readonly PackagePlan[]; readonly outDir: string } {
  const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string', default: 'dist' } } })
  const plans = packages.filter(({ directory }) => values.only === undefined || values.only === directory)
  return { plans, outDir: resolve(inRepository('.'), values.out) }
}
