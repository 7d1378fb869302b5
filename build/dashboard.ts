import { parseArgs } from 'node:util'
import { buildDashboard, isDashboardStale } from './build-dashboard.ts'

/**
 * `node build/dashboard.ts [--if-stale]`: builds the dashboard; with `--if-stale` only if its sources are newer. Then it is
 * for `npm start`, which goes on without a dashboard where it cannot be built, as without the development tools.
 */
const { values } = parseArgs({ options: { 'if-stale': { type: 'boolean', default: false } } })
if (!values['if-stale']) await buildDashboard()
else if (isDashboardStale()) await buildDashboard().catch(complain)

function complain(error: unknown): void {
  const [reason] = String(error instanceof Error ? error.message : error).split('\n')
  process.stderr.write(`palate: the dashboard could not be built (${reason}); the service runs without it\n`)
}
