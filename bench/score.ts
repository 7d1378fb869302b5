/**
 * Measures scoring: cold and warm single frames, throughput against a bare loop, single frames during the requests of
 * another account, embedders, traces, diagnostics, verdicts and briefs.
 *
 *   npm run bench:score -- [--frames 120] [--rounds 3] [--only ratios|cold|warm|known|tracing|flat|beside|fairness|files|diagnostics|verdict|embedder] [--profile DIR]
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { createProfile } from './harness/profile.ts'
import { printTable } from './harness/report.ts'
import { select } from './harness/select.ts'
import { measureBesideAnotherAccount } from './score/beside.ts'
import { measureCold } from './score/cold.ts'
import { measureDiagnostics } from './score/diagnostics.ts'
import { measureEmbedder } from './score/embedder.ts'
import { measureFairness } from './score/fairness.ts'
import { measureFiles } from './score/files.ts'
import { measureKnown } from './score/known.ts'
import { measureRatios } from './score/ratios.ts'
import { createScoreClient } from './score/setup/client.ts'
import { openScoringFixture } from './score/setup/fixture.ts'
import { sceneCount } from './score/setup/pictures.ts'
import { measureThroughput } from './score/throughput.ts'
import { measureTracing } from './score/tracing.ts'
import { measureVerdict } from './score/verdict.ts'
import { measureWarm } from './score/warm.ts'

const { values } = parseArgs({
  options: {
    frames: { type: 'string', default: '120' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
})
const frames = Number(values.frames)
const rounds = Number(values.rounds)
const measures = {
  ratios: { title: `ratios to bare loops (medians of ${rounds} rounds)`, run: measureRatios },
  cold: { title: 'cold, single-frame requests', run: measureCold },
  warm: { title: 'warm, single-frame requests', run: measureWarm },
  known: { title: `known frames, 16 in a request (medians of ${rounds} rounds)`, run: measureKnown },
  tracing: { title: 'traces: processor time of a request, against a service without them', run: measureTracing },
  flat: {
    title: `throughput, cold JPEG (medians of ${rounds} rounds of ${frames * 3} frames)`,
    run: measureThroughput,
  },
  beside: { title: "single frames during another account's requests", run: measureBesideAnotherAccount },
  fairness: { title: "cached single frames during another account's largest requests", run: measureFairness },
  files: { title: `200 files of 300 kB, as JSON → as a form (medians of ${rounds} rounds)`, run: measureFiles },
  embedder: {
    title: `new JPEG, 16 in a request (medians of ${rounds} rounds of ${frames * 3} frames)`,
    run: measureEmbedder,
  },
  verdict: { title: 'verdicts and briefs', run: measureVerdict },
  diagnostics: { title: `cross-validation (medians of ${rounds} rounds)`, run: measureDiagnostics },
}
const selected = select(measures, values.only)

const fixture = await openScoringFixture()
const nodeOptions = values.profile === undefined ? '' : `--cpu-prof --cpu-prof-dir=${values.profile}`
const served = await fixture.serve(nodeOptions)
try {
  const client = createScoreClient(served.url, served.key, await createProfile(served))
  for (let i = 0; i < 3 * sceneCount; i++) await client.score([fixture.newUrl()])
  const bench = {
    fixture,
    served,
    client,
    frames,
    rounds,
    nodeOptions,
    threads: availableParallelism(),
    concurrency: 4,
  }
  for (const { title, run } of selected) printTable(title, await run(bench))
  client.close()
} finally {
  await served.stop()
  await fixture.close()
}
