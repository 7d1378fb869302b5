import type { FitInput } from '@palate/core/taste/model/fit-input.ts'
import { createLearner } from '@palate/core/taste/model/learn.ts'
import { validate } from '@palate/core/taste/validation/validate.ts'
import { openBuiltinPrior } from '@palate/server/taste/learning/builtin-prior.ts'
import { validateByRefitting } from '../../tests/taste/validate-by-refitting.ts'
import { createProfile } from '../harness/profile.ts'
import { type Line, median, ms, timed } from '../harness/report.ts'
import { processorMs } from '../harness/serve.ts'
import type { ScoreBench } from './bench.ts'
import { type JudgementCounts, syntheticJudgements } from './setup/synthetic-judgements.ts'

const cases: readonly JudgementCounts[] = [
  { pictures: 600, labels: 0, comparisons: 600 },
  { pictures: 600, labels: 600, comparisons: 0 },
  { pictures: 1200, labels: 0, comparisons: 600 },
]

/**
 * Cross-validation compared with refitting the model for each fold, and diagnostics over HTTP: the first request of a
 * profile, and the second, which hits the cache.
 */
export async function measureDiagnostics(bench: ScoreBench): Promise<readonly Line[]> {
  // First, because the other measurements block this process for longer than the service keeps an idle connection.
  const requests = await overHttp(bench)
  return [...cases.flatMap((counts) => compareWithRefitting(counts, bench.rounds)), ...requests]
}

function compareWithRefitting(counts: JudgementCounts, rounds: number): readonly Line[] {
  const knowledge = openBuiltinPrior({ kind: 'builtin' })
  const input = syntheticJudgements(counts, knowledge.prior.dimensions)
  // Projections are cached by embedding, and the embeddings of a job are always new.
  const fresh = (): FitInput => ({
    ...input,
    pictures: input.pictures.map((one) => ({ ...one, embedding: one.embedding.slice() })),
  })
  const cost = (work: typeof validate) => {
    const job = fresh()
    const before = process.cpuUsage()
    const result = work(createLearner(knowledge), job)
    const { user, system } = process.cpuUsage(before)
    return { result, ms: (user + system) / 1000 }
  }
  const quick = Array.from({ length: rounds }, () => cost(validate))
  const slow = cost(validateByRefitting)
  const isSame = quick.every(({ result }) => JSON.stringify(result) === JSON.stringify(slow.result))
  const quickMs = median(quick.map((one) => one.ms))
  const what = `${counts.comparisons} comparisons, ${counts.labels} labels, ${counts.pictures} pictures`
  return [
    { what: `${what}: refitted for each fold, processor time`, figure: ms(slow.ms) },
    {
      what: `${what}: from one kernel matrix`,
      figure: `${ms(quickMs)}, ratio ${(slow.ms / quickMs).toFixed(1)}, ${isSame ? 'the same' : 'OTHER'} figures`,
      target: '< 1000 ms',
      met: isSame && quickMs < 1000,
    },
  ]
}

const pictureCount = 200
const comparisonCount = 600

async function overHttp({ fixture, served }: ScoreBench): Promise<readonly Line[]> {
  const id = await createProfile(served)
  const urls = Array.from({ length: pictureCount }, () => fixture.newUrl('jpeg', 0))
  const comparisons = Array.from({ length: comparisonCount }, (_, i) => {
    const [a, b] = [i % pictureCount, (i * 7 + 1 + Math.floor(i / pictureCount)) % pictureCount]
    return { id: `c${i}`, frameA: frame(urls, a), frameB: frame(urls, b), winner: `f${Math.max(a, b)}` }
  })
  const version = { id: 'v1', branchId: 'main', parentVersionId: null, message: '600 comparisons' }
  const snapshot = { constraints: [], exemplars: [], comparisons }
  await succeed(
    served.call('PATCH', `/v1/profiles/${id}`, { body: { profileData: { versions: [{ ...version, snapshot }] } } }),
  )
  // Reads the pictures and fits the model, so that diagnostics only cross-validate.
  const body = { profile_id: id, dimensions: ['aesthetics'], frames: [frame(urls, 0)] }
  await succeed(served.call('POST', '/v1/score', { body }))
  const diagnose = () => succeed(served.call('GET', `/v1/profiles/${id}/diagnostics`))
  const before = processorMs(served.child)
  const first = await timed(diagnose)
  const used = processorMs(served.child) - before
  const second = await timed(diagnose)
  return [
    {
      what: `GET of diagnostics, ${comparisonCount} comparisons, ${pictureCount} pictures, the first`,
      figure: `${ms(first)}, ${ms(used)} of processor time`,
    },
    { what: 'the second', figure: `${ms(second)}, ratio ${(first / second).toFixed(0)}` },
  ]
}

function frame(urls: readonly string[], i: number) {
  return { id: `f${i}`, url: urls[i] ?? '' }
}

async function succeed(answer: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`${status}: ${text.slice(0, 300)}`)
}
