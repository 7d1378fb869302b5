import fc from 'fast-check'
import { stateOf } from '../profiles/profile-requests.ts'

/** The expected profile after the steps so far, as simple as the contract. */
export interface Model {
  readonly branches: Map<string, ModelBranch>
  /** In the order of creation. */
  readonly versions: Map<string, ModelVersion>
  current: string
  working: readonly object[]
  /** The override of the effective snapshot that still applies. */
  override: string | undefined
}

interface ModelBranch {
  readonly name: string
  head: string | null
  /** Versions that its head may point to: the history before it, and its own. */
  readonly reach: Set<string>
}

interface ModelVersion {
  readonly branchId: string
  readonly parent: string | null
  readonly snapshot: object
}

/** One request, its expected response, and its effect. */
interface Plan {
  readonly method: string
  /** Below the profile. */
  readonly path?: string
  readonly body?: object
  readonly refused?: readonly [status: number, code: string]
  readonly done?: (answer: { version: { id: string; snapshot: object } | null }) => void
}

export function emptyModel(): Model {
  return {
    branches: new Map([['main', { name: 'main', head: null, reach: new Set() }]]),
    versions: new Map(),
    current: 'main',
    working: [],
    override: undefined,
  }
}

const branchIds = ['main', 'x', 'y', 'z']
const kinds = [
  'commit',
  'commit',
  'commit',
  'chain',
  'branch',
  'branch',
  'switch',
  'move',
  'move',
  'document',
  'working',
  'override',
  'resend',
  'merge',
  'deleteBranch',
  'stale',
  'unknownParent',
  'rewrite',
  'echo',
  'takenName',
  'allOrNothing',
] as const

/** A step before the profile's content is known: numbers that choose among what exists then. */
export const wish = fc.record({ kind: fc.constantFrom(...kinds), a: fc.nat(1000), b: fc.nat(1000) })
export type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never

export function planOf(model: Model, { kind, a, b }: Wish): Plan {
  const { branches, versions } = model
  const id = nth([...branches.keys()], a)
  const branch = branches.get(id) ?? { name: '', head: null, reach: new Set<string>() }
  const versionId = versions.size > 0 ? nth([...versions.keys()], b) : 'v0'
  const fresh = `v${versions.size}`
  const commit = (versionId: string, parent: string | null, answer: number, on = id) => ({
    id: versionId,
    branchId: on,
    parentVersionId: parent,
    message: versionId,
    snapshot: stateOf({ c: answer % 5, [`d${answer % 3}`]: answer % 2 }),
  })
  const patch = (profileData: object, rest: object = {}) => ({ method: 'PATCH', body: { profileData, ...rest } })
  const add = (...made: readonly ReturnType<typeof commit>[]) =>
    made.forEach(({ id: versionId, parentVersionId, snapshot }) => {
      addVersion(model, versionId, { branchId: id, parent: parentVersionId, snapshot })
    })

  const plans: Record<Wish['kind'], () => Plan> = {
    commit: () => {
      const made = commit(fresh, branch.head, b)
      return { ...patch({ versions: [made], branches: [{ id, headVersionId: fresh }] }), done: () => add(made) }
    },
    chain: () => {
      const next = `v${versions.size + 1}`
      const made = [commit(fresh, branch.head, b), commit(next, fresh, b + 1)]
      return { ...patch({ versions: made }), done: () => add(...made) }
    },
    branch: () => {
      const wanted = nth(branchIds, b)
      const sent = { id: wanted, name: `name of ${wanted}`, parentBranchId: id, createdAt: '2026-01-01T00:00:00Z' }
      if (branches.has(wanted))
        return { ...patch({ branches: [{ id: wanted, description: 'Again' }] }), done: () => {} }
      return { ...patch({ branches: [sent] }), done: () => addBranch(model, wanted, sent.name, branch.head) }
    },
    switch: () => {
      const wanted = nth(branchIds, b)
      const known = branches.has(wanted)
      return {
        ...patch({ currentBranchId: wanted }),
        ...(known
          ? { done: () => setState(model, () => setCurrent(model, wanted)) }
          : { refused: [422, 'unknown_branch'] }),
      }
    },
    move: () => ({
      ...patch({ branches: [{ id, headVersionId: versionId }] }),
      ...moveTo(model, branch, versionId),
    }),
    document: () => {
      const state = versions.get(versionId)
      const made = { ...commit(fresh, versionId, b), snapshot: state?.snapshot ?? stateOf({}) }
      const sent = patch({ versions: [made] })
      if (!state) return { ...sent, refused: [422, 'unknown_version'] }
      if (!branch.reach.has(versionId)) return { ...sent, refused: [409, 'head_conflict'] }
      return {
        ...sent,
        done: () => addVersion(model, fresh, { branchId: id, parent: versionId, snapshot: made.snapshot }),
      }
    },
    working: () => {
      const constraints = [{ id: 'w', answer: b }]
      return {
        ...patch({ workingChanges: { constraints } }),
        done: () => {
          model.working = constraints
        },
      }
    },
    override: () => ({
      ...patch({}, { effectiveSnapshot: { promptSummary: `Summary ${b}` } }),
      done: () => {
        model.override = `Summary ${b}`
      },
    }),
    resend: () => ({
      ...patch({
        versions: [...versions].map(([versionId, { branchId, parent, snapshot }]) => ({
          id: versionId,
          branchId,
          parentVersionId: parent,
          snapshot,
        })),
        branches: [...branches].map(([branchId, { name, head }]) => ({ id: branchId, name, headVersionId: head })),
        currentBranchId: model.current,
      }),
      done: () => {},
    }),
    merge: () => {
      const targetBranchId = nth([...branches.keys()], b)
      const target = branches.get(targetBranchId)
      return {
        method: 'POST',
        path: '/merge',
        body: { sourceBranchId: id, targetBranchId, strategy: b % 2 ? 'ours' : 'theirs' },
        done: ({ version }) => {
          if (!version) return
          addVersion(model, version.id, {
            branchId: targetBranchId,
            parent: target?.head ?? null,
            snapshot: version.snapshot,
          })
        },
      }
    },
    deleteBranch: () => ({
      method: 'DELETE',
      path: `/branches/${id}`,
      ...(id === 'main' || id === model.current
        ? { refused: [409, 'branch_protected'] as const }
        : { done: () => branches.delete(id) }),
    }),
    stale: () => {
      const parent = branch.head === null ? versionId : null
      const made = { ...commit(fresh, parent, b), snapshot: stateOf({ stale: fresh }) }
      return {
        ...patch({ versions: [made] }),
        refused: parent && !versions.has(parent) ? [422, 'unknown_version'] : [409, 'head_conflict'],
      }
    },
    unknownParent: () => ({ ...patch({ versions: [commit(fresh, 'nowhere', b)] }), refused: [422, 'unknown_version'] }),
    rewrite: () =>
      versions.size === 0
        ? { ...patch({ versions: [{ id: versionId }] }), refused: [400, 'invalid_request'] }
        : {
            ...patch({ versions: [{ id: versionId, snapshot: stateOf({ other: b }) }] }),
            refused: [409, 'version_immutable'],
          },
    echo: () => {
      const [otherId, other] = [...branches].find(([branchId]) => branchId !== id) ?? []
      const wrong = [...versions.keys()].find((versionId) => versionId !== other?.head)
      const made = commit(fresh, branch.head, b)
      if (!otherId || !wrong) return { ...patch({ versions: [made] }), done: () => add(made) }
      const sent = patch({ versions: [made], branches: [{ id: otherId, headVersionId: wrong }] })
      return { ...sent, refused: [409, 'head_conflict'] }
    },
    takenName: () => ({ ...patch({ branches: [{ id: 'twin', name: 'main' }] }), refused: [409, 'branch_name_taken'] }),
    allOrNothing: () => ({
      ...patch(
        {
          versions: [commit(fresh, branch.head, b)],
          branches: [{ id: 'extra', name: 'extra' }],
          workingChanges: { constraints: [] },
          currentBranchId: 'nowhere',
        },
        { seed: 'never', effectiveSnapshot: { promptSummary: 'never' } },
      ),
      refused: [422, 'unknown_branch'],
    }),
  }
  return plans[kind]()
}

function moveTo(model: Model, branch: ModelBranch, head: string): Pick<Plan, 'refused' | 'done'> {
  if (!model.versions.has(head)) return { refused: [422, 'unknown_version'] }
  if (head !== branch.head && !branch.reach.has(head)) return { refused: [422, 'version_not_on_branch'] }
  return {
    done: () =>
      setState(model, () => {
        branch.head = head
      }),
  }
}

function addVersion(model: Model, id: string, version: ModelVersion): void {
  setState(model, () => {
    model.versions.set(id, version)
    const branch = model.branches.get(version.branchId)
    if (!branch) return
    branch.head = id
    branch.reach.add(id)
  })
}

function addBranch(model: Model, id: string, name: string, head: string | null): void {
  const own = [...model.versions].filter(([, { branchId }]) => branchId === id).map(([versionId]) => versionId)
  model.branches.set(id, { name, head, reach: new Set([...ancestors(model, head), ...own]) })
}

function ancestors({ versions }: Model, from: string | null): readonly string[] {
  return from === null ? [] : [from, ...ancestors({ versions } as Model, versions.get(from)?.parent ?? null)]
}

function setCurrent(model: Model, id: string): void {
  model.current = id
}

/** A change that drops the override of the effective snapshot if another state becomes the current one. */
function setState(model: Model, work: () => void): void {
  const state = () => JSON.stringify([model.current, model.branches.get(model.current)?.head])
  const before = state()
  work()
  if (state() !== before) model.override = undefined
}

function nth<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
