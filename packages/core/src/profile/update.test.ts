import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../fault.ts'
import { createProfile } from './create.ts'
import { versionsPerPatchMax } from './history/commit.ts'
import type { ProfilePatch, SentBranch, SentVersion } from './schema.ts'
import { applyUpdate, requiredSnapshots, requiredVersions } from './update.ts'
import type { UpdateContext } from './update-context.ts'

const now = '2026-01-01T00:00:00.000Z'
const empty: UpdateContext = {
  profile: createProfile({ projectId: 'studio', name: 'Taste' }, 'prof_1', now).profile,
  versions: new Map(),
  snapshots: new Map(),
  shown: [],
}

/** Two commits on main, and a branch from each of them. */
const begun = [
  { versions: [commitOf('v0', null), commitOf('v1', 'v0')] },
  {
    branches: [
      { id: 'x', name: 'x' },
      { id: 'y', name: 'y', headVersionId: 'v0' },
    ],
  },
].reduce((context, profileData) => after(context, outcomeOf(context, { profileData })), empty)

/** What a client does with a version or a branch; the patch it sends depends on what is stored by then. */
const someBranch = fc.constantFrom('main', 'x', 'y')
/** A stored version: the nth, the head of a branch, or the first that the same patch sends. */
const stored = fc.oneof(fc.nat(20), someBranch, fc.constant('sent' as const))
const likelyHead = fc.oneof({ arbitrary: fc.constant('head' as const), weight: 4 }, stored, fc.constant(null))
const versionWish = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), branchId: someBranch, parent: likelyHead, answer: fc.nat(2) }),
  fc.record({ kind: fc.constantFrom('reference' as const, 'again' as const, 'changed' as const), stored: fc.nat(20) }),
)
const branchWish = fc.record({
  id: someBranch,
  head: fc.oneof(fc.constant(undefined), stored, fc.constant(null)),
  parent: fc.option(someBranch, { nil: undefined }),
})
const anything = fc.record({
  versions: fc.array(versionWish, { maxLength: 2 }),
  branches: fc.array(branchWish, { maxLength: 1 }),
  currentBranchId: fc.option(someBranch, { nil: undefined }),
})
const commit = someBranch.chain((branch) =>
  fc.record({
    versions: fc.tuple(
      fc.record({
        kind: fc.constant('add' as const),
        branchId: fc.constant(branch),
        parent: fc.constant('head' as const),
        answer: fc.nat(2),
      }),
    ),
    branches: fc.tuple(),
    currentBranchId: fc.constant(undefined),
  }),
)
/** Commits are frequent, so that a history builds up. */
const wish = fc.oneof({ arbitrary: commit, weight: 3 }, { arbitrary: anything, weight: 2 })
const wishes = fc.array(wish, { minLength: 5, maxLength: 25, size: 'max' })
type Wish = typeof wish extends fc.Arbitrary<infer Value> ? Value : never

describe('applyUpdate', () => {
  it('gives the same result with the versions that requiredVersions names as with the whole history', () => {
    fc.assert(
      fc.property(wishes, (all) => {
        all.reduce((context, wished) => {
          const patch = patchOf(context, wished)
          const whole = outcomeOf(context, patch)
          expect(outcomeOf(onlyNeeded(context, patch), patch)).toEqual(whole)
          return after(context, whole)
        }, begun)
      }),
      { numRuns: 1000 },
    )
  })

  it.each([
    [
      'a head to a version that is sent again',
      { versions: [{ id: 'v0' }], branches: [{ id: 'x', headVersionId: 'v0' }] },
    ],
    ['a documented rollback to the head of another branch', { versions: [commitOf('v4', 'v0', 'x', 'v0')] }],
  ])('requiredVersions names enough to move %s', (_, profileData) => {
    const grown = [commitOf('v2', 'v1', 'x'), commitOf('v3', 'v1', 'main')].reduce(
      (context, version) => after(context, outcomeOf(context, { profileData: { versions: [version] } })),
      begun,
    )
    const whole = outcomeOf(grown, { profileData })
    expect(whole.code).toBe(undefined)
    expect(outcomeOf(onlyNeeded(grown, { profileData }), { profileData })).toEqual(whole)
  })

  it('a head that moves forward to a version that is sent again is not a rollback', () => {
    const sent = ['v2', 'v3'].map((id, i) => commitOf(id, `v${i + 1}`))
    const steps = [
      ...sent.map((version) => ({ versions: [version] })),
      { branches: [{ id: 'main', headVersionId: 'v1' }] },
      { versions: [{ id: 'v3', branchId: 'main' }], branches: [{ id: 'main', headVersionId: 'v3' }] },
    ]
    const told: string[] = []
    steps.reduce((context, profileData) => {
      const outcome = outcomeOf(onlyNeeded(context, { profileData }), { profileData })
      told.push(...(outcome.update?.events ?? []).map(({ type }) => type))
      return after(context, outcome)
    }, begun)
    expect(told.filter((type) => type === 'profile.rolled_back')).toHaveLength(1)
  })

  it('a plain commit needs the head and not the history', () => {
    const profileData = {
      versions: [commitOf('v2', 'v1', 'main')],
      branches: [{ id: 'main', headVersionId: 'v2' }],
    }
    expect(requiredVersions(begun.profile, 2, { profileData })).toEqual({
      wholeHistory: false,
      movedTo: ['v2'],
      versionIds: ['v1', 'v0', 'v2'],
    })
    expect(requiredSnapshots({ profileData }, (id) => begun.versions.has(id))).toEqual(['v1'])
  })

  it('a history that is repeated without its snapshots needs none of them', () => {
    const repeated = [...begun.versions.values()].map((version) => ({ ...version, snapshot: {} }))
    const profileData = { versions: [...repeated, commitOf('v2', 'v1')] }
    expect(requiredSnapshots({ profileData }, (id) => begun.versions.has(id))).toEqual(['v1'])
  })

  it('adds up to 1,000 versions, not counting repeated ones', () => {
    const chain = Array.from({ length: versionsPerPatchMax + 1 }, (_, i) => commitOf(`v${i + 2}`, `v${i + 1}`))
    const [first, ...rest] = chain
    const repeated = [...begun.versions.keys()].map((id) => ({ id }))
    expect(outcomeOf(begun, { profileData: { versions: chain } }).code).toBe('too_many_versions')
    expect(outcomeOf(begun, { profileData: { versions: [...repeated, ...chain.slice(0, -1)] } }).code).toBeUndefined()
    const grown = after(begun, outcomeOf(begun, { profileData: { versions: first ? [first] : [] } }))
    expect(
      outcomeOf(grown, { profileData: { versions: [...repeated, first as SentVersion, ...rest] } }).code,
    ).toBeUndefined()
  })

  it('a PATCH with over 1,000 more versions than are stored is refused before any is loaded', () => {
    const versions = Array.from({ length: versionsPerPatchMax + 3 }, (_, i) => ({ id: `v${i}` }))
    const load = (sent: SentVersion[]) => requiredVersions(begun.profile, 2, { profileData: { versions: sent } })
    expect(() => load(versions)).toThrow('a PATCH adds at most 1000 versions')
    expect(() => load(versions.slice(1))).not.toThrow()
  })

  it('a thousand heads move through a long history in time proportional to both', () => {
    const history = Array.from({ length: 5000 }, (_, i) => ({
      id: `v${i}`,
      parentVersionId: i > 0 ? `v${i - 1}` : null,
    }))
    let steps = 0
    class CountingMap<Key, Value> extends Map<Key, Value> {
      override get(key: Key) {
        steps += 1
        return super.get(key)
      }
    }
    const head = history.at(-1)?.id ?? null
    const branch = { name: 'b', headVersionId: head, startVersionId: head, createdAt: now }
    const branches = Array.from({ length: 999 }, (_, i) => ({ ...branch, id: `b${i}`, name: `b${i}` }))
    const context: UpdateContext = {
      ...empty,
      profile: { ...empty.profile, branches: [...empty.profile.branches, ...branches] },
      versions: new CountingMap(
        history.map((link) => [link.id, { ...link, branchId: 'gone', message: '', createdAt: now }]),
      ),
    }
    const moved = branches.map(({ id }, i) => ({ id, headVersionId: `v${4000 + (i % 10)}` }))
    const { update } = outcomeOf(context, { profileData: { branches: moved } })
    expect(update?.events.filter(({ type }) => type === 'profile.rolled_back')).toHaveLength(branches.length)
    expect(steps).toBeLessThan(10 * (history.length + branches.length))
  })

  it('does not modify its arguments', () => {
    fc.assert(
      fc.property(wishes, (all) => {
        all.reduce((context, wished) => {
          const patch = patchOf(context, wished)
          const before = JSON.stringify([context.profile, [...context.versions], [...context.snapshots], patch])
          const outcome = outcomeOf(context, patch)
          expect(JSON.stringify([context.profile, [...context.versions], [...context.snapshots], patch])).toBe(before)
          return after(context, outcome)
        }, begun)
      }),
    )
  })
})

function patchOf({ profile, versions, snapshots }: UpdateContext, wished: Wish): ProfilePatch {
  const heads = new Map(profile.branches.map(({ id, headVersionId }) => [id, headVersionId]))
  const ids = [...versions.keys()]
  const nth = (n: number) => ids[n % Math.max(1, ids.length)] ?? 'nowhere'
  let first: string | undefined
  const sent = wished.versions.map((one, i): SentVersion => {
    if (one.kind === 'add') {
      const id = `v${versions.size + i}`
      first ??= id
      const parentVersionId = one.parent === 'head' ? (heads.get(one.branchId) ?? null) : idOf(one.parent)
      heads.set(one.branchId, id)
      const snapshot = { constraints: [{ id: 'c', answer: one.answer }] }
      return { id, branchId: one.branchId, parentVersionId, message: id, snapshot }
    }
    const id = nth(one.stored)
    first ??= id
    if (one.kind === 'reference') return { id }
    return { ...versions.get(id), id, snapshot: snapshots.get(id), ...(one.kind === 'changed' && { message: 'other' }) }
  })
  function idOf(named: number | string | null) {
    if (named === 'sent') return first ?? null
    if (typeof named === 'string') return profile.branches.find(({ id }) => id === named)?.headVersionId ?? null
    return named === null ? null : nth(named)
  }
  const branches = wished.branches.map(
    ({ id, head, parent }): SentBranch => ({
      id,
      name: id,
      headVersionId: head === undefined ? undefined : idOf(head),
      parentBranchId: parent,
    }),
  )
  return { profileData: { versions: sent, branches, currentBranchId: wished.currentBranchId } }
}

function commitOf(id: string, parentVersionId: string | null, branchId = 'main', answer = id): SentVersion {
  return { id, branchId, parentVersionId, message: id, snapshot: { constraints: [{ id: 'c', answer }] } }
}

function onlyNeeded({ profile, versions, snapshots }: UpdateContext, patch: ProfilePatch): UpdateContext {
  const needs = requiredVersions(profile, versions.size, patch)
  const known = new Set(needs.versionIds)
  const read = new Set(requiredSnapshots(patch, (id) => versions.has(id)))
  return {
    profile,
    versions:
      needs.wholeHistory || needs.movedTo.some((id) => versions.has(id))
        ? versions
        : new Map([...versions].filter(([id]) => known.has(id))),
    snapshots: new Map([...snapshots].filter(([id]) => read.has(id))),
    shown: [],
  }
}

function outcomeOf(context: UpdateContext, patch: ProfilePatch) {
  try {
    return { update: applyUpdate(context, patch, now) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { code: error.code, extras: error.extras }
  }
}

function after(context: UpdateContext, { update }: ReturnType<typeof outcomeOf>): UpdateContext {
  if (!update) return context
  const summaries = update.added.map(({ snapshot: _, ...version }) => [version.id, version] as const)
  return {
    profile: update.profile,
    versions: new Map([...context.versions, ...summaries]),
    snapshots: new Map([...context.snapshots, ...update.added.map(({ id, snapshot }) => [id, snapshot] as const)]),
    shown: [],
  }
}
