import { type Line, median, ms, timed } from '../harness/report.ts'
import type { Served } from '../harness/serve.ts'

const first = 20
const last = 1000
const sample = 20

/** Single annotations of one profile: the time of the 1,000th compared with that of the 20th. */
export async function measureAnnotations(served: Served): Promise<readonly Line[]> {
  const long = await createAnnotator(served, 'long')
  const short = await createAnnotator(served, 'short')
  await long.addUpTo(last - sample / 2)
  await short.addUpTo(first - sample / 2)

  // Alternate, so that changes in the machine's load affect both.
  const times: { young: number; old: number }[] = []
  for (let i = 0; i < sample; i++) times.push({ young: await timed(short.add), old: await timed(long.add) })
  const young = median(times.map((pair) => pair.young))
  const old = median(times.map((pair) => pair.old))
  return [
    { what: `annotation around the ${first}th (median of ${sample})`, figure: ms(young) },
    { what: `annotation around the ${last}th (median of ${sample})`, figure: ms(old) },
    { what: 'ratio', figure: (old / young).toFixed(2), target: 'at most 1.5', met: old / young <= 1.5 },
  ]
}

async function createAnnotator({ call }: Served, name: string) {
  const { body } = await call('POST', '/v1/profiles', { body: { projectId: 'annotations', name } })
  const path = `/v1/profiles/${body.id}`
  await call('PATCH', path, { body: { profileData: { budget: { comparisons: { total: 2 * last } } } } })
  let count = 0

  async function add(): Promise<void> {
    count += 1
    const comparisons = [{ frameA: `left ${count}`, frameB: `right ${count}`, winner: `left ${count}` }]
    const { status, text } = await call('POST', `${path}/annotations`, { body: { comparisons } })
    if (status !== 201) throw new Error(text)
  }

  return {
    add,
    async addUpTo(last: number) {
      while (count < last) await add()
    },
  }
}
