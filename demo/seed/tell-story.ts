import { randomUUID } from 'node:crypto'
import type { Palate, Snapshot } from '@palate/client'
import type { JudgementWriter } from './judgements.ts'
import type { Author, CommitStep, Step, Story } from './story.ts'

export interface Teller {
  readonly projectId: string
  /** One client per author, each with its own key. */
  readonly as: Readonly<Record<Author, Palate>>
  readonly write: JudgementWriter
}

type State = Pick<Snapshot, 'constraints' | 'exemplars' | 'comparisons'>

interface Line {
  readonly id: string
  head: string | null
  state: State
}

const dayMs = 86_400_000
const nothing: State = { constraints: [], exemplars: [], comparisons: [] }

/**
 * Creates the profile of a story and returns its id. Commits and branches have the times of the story. A step whose
 * pictures are all missing is skipped.
 */
export async function tellStory(teller: Teller, { name, seed, steps }: Story): Promise<string> {
  const [first] = steps
  if (!first) throw new Error(`the story of ${name} has no steps`)
  const { id } = await teller.as[first.by].profiles.create({ projectId: teller.projectId, name, seed })
  const lines = new Map<string, Line>([['main', { id: 'main', head: null, state: nothing }]])
  for (const step of steps) await playStep(teller, id, lines, step)
  return id
}

async function playStep(teller: Teller, profileId: string, lines: Map<string, Line>, step: Step): Promise<void> {
  const palate = teller.as[step.by]
  const main = lineOf(lines, 'main')
  if ('branch' in step) {
    const branch = { id: step.branch, name: step.branch, description: step.description, createdAt: past(step.daysAgo) }
    const start = { headVersionId: main.head, parentBranchId: main.id }
    await palate.profiles.update(profileId, { profileData: { branches: [{ ...branch, ...start }] } })
    lines.set(step.branch, { ...main, id: step.branch })
  } else if ('merge' in step) {
    const request = { sourceBranchId: step.merge, targetBranchId: main.id, message: `Merge ${step.merge}` }
    const { version } = await palate.profiles.merge(profileId, request)
    if (version) Object.assign(main, { head: version.id, state: version.snapshot })
  } else {
    const judgements = teller.write(step)
    if (Object.values(judgements).every(({ length }) => length === 0)) return
    const added = await palate.annotations.add(profileId, judgements)
    if ('commit' in step) await commit(palate, profileId, lineOf(lines, step.on ?? 'main'), step, added)
  }
}

/** Like `profiles.commit`, with the time of the story. */
async function commit(palate: Palate, profileId: string, line: Line, step: CommitStep, added: State): Promise<void> {
  const state: State = {
    constraints: [...line.state.constraints, ...added.constraints],
    exemplars: [...line.state.exemplars, ...added.exemplars],
    comparisons: [...line.state.comparisons, ...added.comparisons],
  }
  const id = `ver_${randomUUID().replaceAll('-', '')}`
  const about = { message: step.commit, createdAt: past(step.daysAgo) }
  const version = { id, branchId: line.id, parentVersionId: line.head, snapshot: state, ...about }
  await palate.profiles.update(profileId, { profileData: { versions: [version], workingChanges: nothing } })
  Object.assign(line, { head: id, state })
}

function lineOf(lines: ReadonlyMap<string, Line>, name: string): Line {
  const line = lines.get(name)
  if (!line) throw new Error(`the story has no branch ${name}`)
  return line
}

function past(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString()
}
