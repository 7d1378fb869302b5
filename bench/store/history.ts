import type { Env } from '../../tests/harness/home.ts'
import { bytes, type Line, median, ms, timed } from '../harness/report.ts'
import type { Served } from '../harness/serve.ts'
import { storeBytes } from './database-size.ts'

const elements = 200
const early = 20
const late = 2000
const sample = 20

/** Commits that change one of 200 elements: the time and the bytes of the 2,000th compared with the 20th. */
export async function measureHistory(served: Served, env: Env): Promise<readonly Line[]> {
  const long = await createHistory(served, 'long')
  const short = await createHistory(served, 'short')
  await long.commitUpTo(early + sample)
  const before = await storeBytes(env)
  await long.commitUpTo(late - sample / 2)
  const growth = ((await storeBytes(env)) - before) / (late - sample / 2 - early - sample)
  await short.commitUpTo(early - sample / 2)

  // Alternate, so that changes in the machine's load affect both.
  const times: { young: number; old: number }[] = []
  for (let i = 0; i < sample; i++) times.push({ young: await timed(short.commit), old: await timed(long.commit) })
  const young = median(times.map((pair) => pair.young))
  const old = median(times.map((pair) => pair.old))

  const reads: number[] = []
  for (let i = 0; i < sample; i++) reads.push(await timed(() => served.call('GET', `${long.path}?snapshots=omit`)))
  const read = median(reads)
  const { changedBytes, snapshotBytes } = long.sizes()
  return [
    { what: `commit around the ${early}th (median of ${sample})`, figure: ms(young) },
    { what: `commit around the ${late}th (median of ${sample})`, figure: ms(old) },
    { what: 'ratio', figure: (old / young).toFixed(2), target: 'at most 1.5', met: old / young <= 1.5 },
    { what: 'changed element, as JSON', figure: bytes(changedBytes) },
    { what: 'whole snapshot, as JSON', figure: bytes(snapshotBytes) },
    {
      what: 'database growth per commit',
      figure: bytes(growth),
      target: 'proportional to the change',
      met: growth < snapshotBytes / 4,
    },
    { what: '… relative to storing every snapshot whole', figure: `${((100 * growth) / snapshotBytes).toFixed(1)} %` },
    {
      what: `GET with ${late} versions, snapshots=omit (median of ${sample})`,
      figure: ms(read),
      target: 'under 50 ms',
      met: read < 50,
    },
  ]
}

async function createHistory({ call }: Served, name: string) {
  const { body } = await call('POST', '/v1/profiles', { body: { projectId: 'history', name } })
  const path = `/v1/profiles/${body.id}`
  const constraints = Array.from({ length: elements }, (_, i) => constraintOf(i, 0))
  let count = 0

  async function commit(): Promise<void> {
    count += 1
    const changed = (count * 37) % elements
    constraints[changed] = constraintOf(changed, count)
    const parentVersionId = count === 1 ? null : `v${count - 1}`
    const version = {
      id: `v${count}`,
      branchId: 'main',
      parentVersionId,
      message: `Commit ${count}`,
      snapshot: { constraints },
    }
    const workingChanges = { constraints: [], exemplars: [], comparisons: [] }
    const { status, text } = await call('PATCH', path, {
      body: { profileData: { versions: [version], workingChanges } },
    })
    if (status !== 200) throw new Error(text)
  }

  return {
    path,
    commit,
    async commitUpTo(last: number) {
      while (count < last) await commit()
    },
    sizes: () => ({
      changedBytes: JSON.stringify(constraints[0]).length,
      snapshotBytes: JSON.stringify({ constraints, exemplars: [], comparisons: [], latentScores: {} }).length,
    }),
  }
}

function constraintOf(i: number, revision: number) {
  return {
    id: `c${i}`,
    category: 'light',
    question: `How should the light of ${i} fall?`,
    answer: `Softly, for the ${revision}th time`,
  }
}
