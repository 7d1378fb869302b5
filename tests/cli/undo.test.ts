import { Palate } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoAction } from '../../packages/cli/src/api/undo/undo-action.ts'
import type { Action } from '../../packages/cli/src/journal.ts'
import { engines } from '../harness/service.ts'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

describe('palate undo', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate } = folder
  afterAll(folder.remove)
  beforeAll(async () => {
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
  })

  test('takes back everything that the command line did, the last first', async () => {
    const { id } = JSON.parse(await must('status', '--json'))
    const profile = async () => (await service.call('GET', `/v1/profiles/${id}?snapshots=omit`)).body.profileData
    await must('add', 'https://example.com/a.png', '--good')
    await must('commit', '-m', 'One')
    const one = await profile()
    await must('switch', '-c', 'try/bold')
    await must('answer', 'What should we avoid?', 'neon')
    const answered = await profile()
    await must('commit', '-m', 'Two')
    await must('switch', 'main')
    await must('merge', 'try/bold')
    const merged = await profile()
    await must('rollback', 'HEAD~1')
    await must('branch', '-d', 'try/bold')

    expect(await must('undo', '--dry-run')).toMatch(
      /^Would undo: deleted branch try\/bold \(.*\)\. Branch try\/bold is there/,
    )
    expect(await must('undo')).toMatch(/^Undid: deleted branch try\/bold \(.*\)\. Branch try\/bold is there again\.\n$/)
    expect(await must('undo')).toMatch(/^Undid: rolled main back to \w{10} \(.*\)\. main is at \w{10} again\.\n$/)
    expect(await profile()).toEqual({ ...merged, branches: expect.anything() })
    expect(heads(await profile())).toEqual(heads(merged))
    expect(await must('undo')).toMatch(/^Undid: merged try\/bold into main \(.*\)\. main is at \w{10} again\.\n$/)
    expect(await must('undo')).toMatch(/^Undid: switched from try\/bold to main \(.*\)\. On branch try\/bold\.\n$/)
    expect(await must('undo')).toMatch(/^Undid: committed \w{10} Two \(.*\)\. try\/bold is at \w{10} again\. What was/)
    expect(heads(await profile())).toEqual(heads(answered))
    expect((await profile()).workingChanges).toEqual(answered.workingChanges)
    expect(await must('undo')).toMatch(
      /^Undid: What should we avoid\? neon \(.*\)\. 1 judgement taken out of the working/,
    )
    expect((await profile()).budget.questions.used).toBe(0)
    expect(await must('undo')).toMatch(/new branch try\/bold \(.*\)\. On branch main; branch try\/bold is deleted\.\n$/)
    expect(heads(await profile())).toEqual(heads(one))
    expect(await must('undo')).toMatch(
      /^Undid: committed \w{10} One \(.*\)\. It is the first commit of main, so an empty/,
    )
    expect((await profile()).effectiveSnapshot?.exemplars ?? []).toEqual([])
    expect(await must('undo', '--json')).toContain('"words": "added 1 good picture"')
    expect((await profile()).workingChanges).toEqual({ constraints: [], exemplars: [], comparisons: [] })
    expect(await palate(['undo'])).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to undo') })
  })

  const heads = ({ branches, currentBranchId }: { branches: readonly Branch[]; currentBranchId: string }) => ({
    currentBranchId,
    heads: branches.map(({ id, headVersionId }) => ({ id, headVersionId })),
  })
  interface Branch {
    readonly id: string
    readonly headVersionId: string | null
  }
})

describe.each(engines)('undoing on %s', (engine) => {
  const service = useService(engine)
  let palate: Palate
  let id: string
  beforeAll(async () => {
    palate = new Palate({ url: service.url, apiKey: service.key })
    ;({ id } = await palate.profiles.create({ projectId: 'studio', name: 'House style' }))
  })

  const judge = (elementId: string) =>
    palate.annotations.add(id, { constraints: [{ id: elementId, question: 'Which?', answer: elementId }] })
  const commit = async (message: string) => {
    await judge(message)
    return palate.profiles.commit(id, { message })
  }
  const etag = async () => (await service.call('GET', `/v1/profiles/${id}`)).headers.get('etag')
  const refuses = async (action: Action, reason: string) => {
    const before = await etag()
    await expect(undoAction(palate, id, action)).rejects.toThrow(reason)
    expect(await etag()).toBe(before)
  }

  test('a commit, a roll-back or a merge that somebody has built upon stays', async () => {
    const first = await commit('first')
    const second = await commit('second')
    const third = await commit('third')
    await refuses({ kind: 'commit', branchId: 'main', versionId: second.id }, 'main is at')
    // Rolled back to the first after having seen the second, while somebody committed the third.
    await palate.profiles.rollback(id, { to: first.id })
    await refuses({ kind: 'head', branchId: 'main', from: second.id, to: first.id }, 'somebody committed')
    await undoAction(palate, id, { kind: 'head', branchId: 'main', from: third.id, to: first.id })
    await refuses({ kind: 'head', branchId: 'main', from: third.id, to: first.id }, 'main is at')
    await refuses({ kind: 'commit', branchId: 'gone', versionId: third.id }, 'the branch was deleted')
  })

  test('a branch with commits of its own stays, and so does the current one', async () => {
    const branch = await palate.profiles.branch(id, { name: 'try', switchTo: true })
    await refuses({ kind: 'branch', branch }, 'try is the current branch')
    await refuses({ kind: 'delete-branch', branch }, 'there is a branch try again')
    await commit('on try')
    await refuses({ kind: 'switch', from: 'main', to: branch.id, made: branch }, 'commits of its own')
    await undoAction(palate, id, { kind: 'switch', from: 'main', to: branch.id })
    await refuses({ kind: 'switch', from: 'main', to: branch.id }, 'another branch is the current one')
    await refuses({ kind: 'branch', branch }, 'commits of its own')
  })

  test('a judgement that was committed is no working change any more', async () => {
    await commit('committed')
    await refuses({ kind: 'judge', elements: [{ list: 'constraints', id: 'committed' }] }, 'no working change any more')
  })

  test('what a commit removed and changed is in the working changes again, before what came later', async () => {
    await palate.annotations.add(id, {
      constraints: [
        { id: 'first', removed: true },
        { id: 'committed', question: 'Which?', answer: 'another' },
      ],
    })
    const { id: versionId } = await palate.profiles.commit(id, { message: 'Fewer' })
    await judge('later')
    await undoAction(palate, id, { kind: 'commit', branchId: 'main', versionId })
    const { profileData } = await palate.profiles.get(id, { snapshots: 'omit' })
    expect(profileData.workingChanges.constraints).toEqual([
      { id: 'committed', question: 'Which?', answer: 'another' },
      { id: 'first', removed: true },
      { id: 'later', question: 'Which?', answer: 'later' },
    ])
  })
})
