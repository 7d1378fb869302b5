import { existsSync, globSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { inRepository } from './plan.ts'

/** `node build/dashboard.ts [--if-stale]`: builds the dashboard in `packages/dashboard/dist`, if it is older than its sources. */
const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } } })
const directory = inRepository('packages/dashboard')
if (!values['if-stale'] || isStale()) await build({ configFile: `${directory}/vite.config.ts`, logLevel: 'warn' })

function isStale(): boolean {
  const built = `${directory}/dist/index.html`
  if (!existsSync(built)) return true
  const sources = ['dashboard/{src,public}/**', 'dashboard/*.{html,json,ts}', 'client/src/**'].flatMap((pattern) =>
    globSync(inRepository(`packages/${pattern}`)),
  )
  return sources.some((source) => statSync(source).mtimeMs > statSync(built).mtimeMs)
}
