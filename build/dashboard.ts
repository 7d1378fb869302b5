import { parseArgs } from 'node:util'
import { buildDashboard, isDashboardStale } from './build-dashboard.ts'

/**
 * `node build/dashboard.ts [--if-stale]`: builds the dashboard; with `--if-stale` only if its sources are newer. `npm
 * start` uses `--if-stale` and continues without a dashboard if it cannot be built, for example without the development
 * tools.
 */
const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } } })
if (!values['if-stale']) await buildDashboard()
else if (isDashboardStale()) await buildDashboard().catch(reportFailure)

function reportFailure(error: unknown): void {
  const [reason] = String(error instanceof Error ? error.message : error).split('\n')
  process.stderr.write(`palate: the dashboard could not be built (${reason}); the service runs without it\n`)
}
