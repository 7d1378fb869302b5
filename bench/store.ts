/**
 * Measures the store: an authenticated list compared with a bare route that sends the same bytes, commits to a long
 * history, single annotations, inline pictures compared with URLs, the first page of a long list, start and memory, and
 * what tracing costs while it is off.
 *
 *   npm run bench:store -- --engine sqlite|postgres|both [--only list|history|annotations|inline|page|start|tracing]
 */
import { parseArgs } from 'node:util'
import { createHomeOn, type Engine, type Env, engines } from '../tests/harness/home.ts'
import { startPostgres } from '../tests/harness/postgres.ts'
import { type Line, printTable } from './harness/report.ts'
import { type Served, serve } from './harness/serve.ts'
import { measureAnnotations } from './store/annotations.ts'
import { measureFirstPage } from './store/first-page.ts'
import { measureHistory } from './store/history.ts'
import { measureInlinePictures } from './store/inline-pictures.ts'
import { measureList } from './store/list.ts'
import { measureStart } from './store/start.ts'
import { measureTracingOff } from './store/tracing.ts'

const measures = {
  list: { title: 'the list against a bare route', run: withServer(measureList) },
  history: { title: 'a long history', run: withServer(measureHistory) },
  annotations: { title: 'annotations one by one', run: withServer(measureAnnotations) },
  inline: { title: 'commits on a profile with inline pictures', run: withServer(measureInlinePictures) },
  page: { title: 'the first page of many', run: withServer(measureFirstPage) },
  start: { title: 'start and memory', run: measureStart },
  tracing: { title: 'tracing that is off', run: measureTracingOff },
} as const

const { values } = parseArgs({
  options: { engine: { type: 'string', default: 'both' }, only: { type: 'string', default: '' } },
})
const chosen = engines.filter((engine) => values.engine === 'both' || values.engine === engine)
if (chosen.length === 0) throw new Error('--engine takes sqlite, postgres or both')

for (const engine of chosen) await measure(engine)

/** All measures share one home, so that the start is measured on a full store. */
async function measure(engine: Engine): Promise<void> {
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  const home = await createHomeOn(postgres?.url)
  for (const [name, { title, run }] of Object.entries(measures)) {
    if (values.only !== '' && values.only !== name) continue
    printTable(`${engine}: ${title}`, await run(home.env))
  }
  await home.remove()
  await postgres?.stop()
}

function withServer(work: (served: Served, env: Env) => Promise<readonly Line[]>) {
  return async (env: Env) => {
    const served = await serve(env)
    const lines = await work(served, env)
    await served.stop()
    return lines
  }
}
