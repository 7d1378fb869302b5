import { isPalateError, type Palate } from '@palate/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { addConstraint, clientOf, profileWithChange } from './client-of-service.ts'

describe("the client's history", () => {
  const service = useService('sqlite')
  let palate: Palate
  beforeAll(() => {
    palate = clientOf(service)
  })

  const answersOf = async (id: string, versionId: string) =>
    (await palate.profiles.version(id, versionId)).snapshot.constraints.map(({ id: element, answer }) => [
      element,
      answer,
    ])

  test('a commit adds the working changes to the head, and clears them', async () => {
    const id = await profileWithChange(palate, 'Commits')
    const first = await palate.profiles.commit(id, { message: 'First' })
    expect(first).toMatchObject({ branchId: 'main', parentVersionId: null, message: 'First' })
    await addConstraint(palate, id, 'c2', 'calm')
    const second = await palate.profiles.commit(id, { message: 'Second', branch: 'main' })
    expect(second.parentVersionId).toBe(first.id)
    expect(await answersOf(id, second.id)).toEqual([
      ['c1', 'warm'],
      ['c2', 'calm'],
    ])
    const { profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(profileData.workingChanges).toEqual({ constraints: [], exemplars: [], comparisons: [] })
    expect(profileData.branches[0]?.headVersionId).toBe(second.id)
  })

  test('a commit omits elements marked as removed, and replaces elements with a known id', async () => {
    const id = await profileWithChange(palate, 'Removals')
    await palate.profiles.commit(id, { message: 'First' })
    await addConstraint(palate, id, 'c1', 'cold')
    expect(await answersOf(id, (await palate.profiles.commit(id, { message: 'Cold' })).id)).toEqual([['c1', 'cold']])
    await palate.profiles.update(id, {
      profileData: { workingChanges: { constraints: [{ id: 'c1', removed: true }] } },
    })
    expect(await answersOf(id, (await palate.profiles.commit(id, { message: 'None' })).id)).toEqual([])
  })

  test('racing commits lose no judgement', async () => {
    const id = await profileWithChange(palate, 'Races')
    await palate.profiles.commit(id, { message: 'Base' })
    const made = await Promise.allSettled(
      Array.from({ length: 4 }, async (_, i) => {
        await palate.annotations.add(id, { constraints: [{ id: `r${i}`, question: 'q', answer: `a${i}` }] })
        return palate.profiles.commit(id, { message: `Race ${i}` })
      }),
    )
    // One commit may include another's judgements, which leaves nothing to commit.
    const refused = made.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code)
    expect(refused.filter((code) => code !== 'nothing_to_commit')).toEqual([])
    const { versions } = await palate.profiles.history(id, { branchId: 'main' })
    expect(versions).toHaveLength(1 + made.length - refused.length)
    const kept = (await answersOf(id, versions[0]?.id ?? '')).map(([element]) => element)
    expect(kept.toSorted()).toEqual(['c1', 'r0', 'r1', 'r2', 'r3'])
  })

  test('a change is computed again after a concurrent write, and nothing is overwritten', async () => {
    const id = await profileWithChange(palate, 'Changes')
    const seen: unknown[] = []
    const result = await palate.profiles.change(id, async ({ profileData: { budget, workingChanges } }) => {
      seen.push(workingChanges.constraints[0]?.answer)
      if (seen.length === 1) await addConstraint(palate, id, 'c2', 'calm')
      const { labels } = budget
      return { result: 'done', patch: { profileData: { budget: { labels: { ...labels, total: 70 } } } } }
    })
    expect(result).toBe('done')
    expect(seen).toEqual(['warm', 'calm'])
    const { profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(profileData.budget.labels.total).toBe(70)
    expect(profileData.workingChanges.constraints).toMatchObject([{ answer: 'calm' }])
  })

  test('a commit without changes, or on a head other than the expected one, is refused', async () => {
    const id = await profileWithChange(palate, 'Refusals')
    const first = await palate.profiles.commit(id, { message: 'First' })
    await expect(palate.profiles.commit(id, { message: 'Nothing' })).rejects.toMatchObject({
      code: 'nothing_to_commit',
    })
    await addConstraint(palate, id, 'c2', 'calm')
    const stale = palate.profiles.commit(id, { message: 'Stale', parentVersionId: null })
    await expect(stale).rejects.toMatchObject({ code: 'head_conflict' })
    await expect(palate.profiles.commit(id, { message: 'x', branch: 'none' })).rejects.toSatisfy((error) =>
      isPalateError(error, 'branch_not_found'),
    )
    expect((await palate.profiles.commit(id, { message: 'Seen', parentVersionId: first.id })).parentVersionId).toBe(
      first.id,
    )
  })

  test('branches start at a head or a version, and can be switched to by name', async () => {
    const id = await profileWithChange(palate, 'Branches')
    const first = await palate.profiles.commit(id, { message: 'First' })
    await addConstraint(palate, id, 'c2', 'calm')
    const second = await palate.profiles.commit(id, { message: 'Second' })
    const bold = await palate.profiles.branch(id, { name: 'try/bold', from: first.id, description: 'Louder' })
    expect(bold).toMatchObject({ name: 'try/bold', headVersionId: first.id, parentBranchId: 'main' })
    const calm = await palate.profiles.branch(id, { name: 'try/calm', switchTo: true })
    expect(calm.headVersionId).toBe(second.id)
    const currentOf = async () => (await palate.profiles.get(id, { snapshots: 'omit' })).profileData.currentBranchId
    expect(await currentOf()).toBe(calm.id)
    expect((await palate.profiles.switch(id, 'try/bold')).id).toBe(bold.id)
    expect(await currentOf()).toBe(bold.id)
    await palate.profiles.switch(id, 'main')
    await expect(palate.profiles.branch(id, { name: 'try/bold' })).rejects.toMatchObject({ code: 'branch_name_taken' })
    await palate.profiles.deleteBranch(id, calm.id)
    const { profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(profileData.branches.map(({ name }) => name)).toEqual(['main', 'try/bold'])
  })

  test('a branch can start at a version of a deleted branch', async () => {
    const id = await profileWithChange(palate, 'Deleted branches')
    const { id: gone } = await palate.profiles.branch(id, { name: 'gone' })
    const version = await palate.profiles.commit(id, { message: 'First', branch: 'gone' })
    await palate.profiles.deleteBranch(id, gone)
    await palate.profiles.branch(id, { name: 'again', from: version.id })
    const { profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(profileData.branches).toMatchObject([
      { name: 'main' },
      { headVersionId: version.id, parentBranchId: 'main' },
    ])
  })

  test('a roll-back moves the head, and with a message it is a commit', async () => {
    const id = await profileWithChange(palate, 'Roll-backs')
    const first = await palate.profiles.commit(id, { message: 'First' })
    await addConstraint(palate, id, 'c2', 'calm')
    await palate.profiles.commit(id, { message: 'Second' })
    expect((await palate.profiles.rollback(id, { to: first.id })).headVersionId).toBe(first.id)
    const { effectiveSnapshot } = await palate.profiles.get(id)
    expect(effectiveSnapshot.constraints.map((element) => element.id)).toEqual(['c1'])
    await addConstraint(palate, id, 'c3', 'loud')
    await palate.profiles.commit(id, { message: 'Third' })
    const { headVersionId } = await palate.profiles.rollback(id, { to: first.id, message: 'Back to the first' })
    const { versions } = await palate.profiles.history(id, { branchId: 'main' })
    expect(versions.map(({ id: version, message }) => [version === headVersionId, message])).toEqual([
      [true, 'Back to the first'],
      [false, 'First'],
    ])
    expect(await answersOf(id, headVersionId ?? '')).toEqual([['c1', 'warm']])
  })

  test('branches are compared and merged, and a conflict is an error with its elements', async () => {
    const id = await profileWithChange(palate, 'Merges')
    await palate.profiles.commit(id, { message: 'First' })
    const other = await palate.profiles.branch(id, { name: 'other' })
    await addConstraint(palate, id, 'c1', 'hot')
    await palate.profiles.commit(id, { message: 'Hot' })
    await addConstraint(palate, id, 'c1', 'cold')
    await palate.profiles.commit(id, { message: 'Cold', branch: 'other' })
    const diff = await palate.profiles.diff(id, { from: 'main', to: other.id })
    expect(diff.constraints.changed.map((one) => one.id)).toEqual(['c1'])
    const request = { sourceBranchId: other.id, targetBranchId: 'main' }
    const refused = await palate.profiles.merge(id, request).catch((error) => error)
    expect(refused).toMatchObject({ code: 'merge_conflict', status: 409 })
    expect(refused.problem.conflicts).toMatchObject([{ kind: 'constraints', id: 'c1' }])
    const { version } = await palate.profiles.merge(id, { ...request, strategy: 'theirs' })
    expect(await answersOf(id, version?.id ?? '')).toEqual([['c1', 'cold']])
  })
})
