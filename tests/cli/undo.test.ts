import { Palate, type Profile } from '@palate/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { undoAction } from '../../packages/cli/src/api/undo/undo-action.ts'
import { type Action, type Entry, Journal } from '../../packages/cli/src/journal.ts'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

type Data = Profile['profileData']

describe('palate undo', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate } = folder
  const journal = () => new Journal(id)
  /** After the first commit, after the answer, and after the merge. */
  const states: Data[] = []
  let id: string
  beforeAll(async () => {
    vi.stubEnv('XDG_STATE_HOME', folder.state)
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    id = folder.profileId()
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    folder.remove()
  })

  const stateOf = async () => (await service.call('GET', `/v1/profiles/${id}?snapshots=omit`)).body.profileData

  test('changes that commands make to a profile are recorded', async () => {
    await must('add', 'https://example.com/a.png', '--good')
    await must('commit', '-m', 'One')
    states.push(await stateOf())
    await must('switch', '-c', 'try/bold')
    await must('answer', 'What should we avoid?', 'neon')
    states.push(await stateOf())
    await must('commit', '-m', 'Two')
    await must('switch', 'main')
    await must('merge', 'try/bold')
    states.push(await stateOf())
    await must('rollback', 'HEAD~1')
    await must('branch', '-d', 'try/bold')
    expect(journal().entries.map(({ words }) => words)).toEqual([
      'added 1 good picture',
      expect.stringMatching(/^committed \w{10} One$/),
      'switched from main to the new branch try/bold',
      'What should we avoid? neon',
      expect.stringMatching(/^committed \w{10} Two$/),
      'switched from try/bold to main',
      'merged try/bold into main',
      expect.stringMatching(/^rolled main back to \w{10}$/),
      'deleted branch try/bold',
    ])
  })

  test('everything is undone, last change first', async () => {
    const [one, answered, merged] = states
    const client = new Palate({ url: service.url, apiKey: service.key })
    const undo = async () => {
      const last = journal().entries.at(-1) as Entry
      const effect = await undoAction(client, id, last.action)
      journal().remove(last)
      return effect
    }
    expect(await undo()).toBe('Restored branch try/bold.')
    expect(await undo()).toMatch(/^main is back at \w{10}\.$/)
    expect(heads(await stateOf())).toEqual(heads(merged))
    expect(await undo()).toMatch(/^main is back at \w{10}\.$/)
    expect(await undo()).toBe('Switched to try/bold for everyone who uses this profile.')
    expect(await undo()).toMatch(/^try\/bold is back at \w{10}\. The committed elements are working changes again\.$/)
    expect(heads(await stateOf())).toEqual(heads(answered))
    expect((await stateOf()).workingChanges).toEqual(answered?.workingChanges)
    expect(await undo()).toMatch(/^1 judgement removed from the working changes and returned to the budget\.$/)
    expect((await stateOf()).budget.questions.used).toBe(0)
    expect(await undo()).toBe('Switched to main for everyone who uses this profile, and deleted branch try/bold.')
    expect(heads(await stateOf())).toEqual(heads(one))
  })

  test('the command says what it would undo, what it undid, and when nothing is left', async () => {
    const effect = /\. It is the first commit of main, so an empty commit is added on top\. The committed elements are/
    const before = await stateOf()
    expect(await must('undo', '--dry-run')).toMatch(
      new RegExp(`^Would undo: committed \\w{10} One \\(.*\\)${effect.source}`),
    )
    expect(await stateOf()).toEqual(before)
    expect(await must('undo')).toMatch(new RegExp(`^Undid: committed \\w{10} One \\(.*\\)${effect.source}`))
    expect((await stateOf()).workingChanges.exemplars).toMatchObject([{ url: 'https://example.com/a.png' }])
    expect(JSON.parse(await must('undo', '--json'))).toMatchObject({
      undone: { words: 'added 1 good picture' },
      dryRun: false,
    })
    expect((await stateOf()).workingChanges).toEqual({ constraints: [], exemplars: [], comparisons: [] })
    expect(await palate(['undo'])).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing to undo') })
  })

  const heads = (data?: Data) => ({
    currentBranchId: data?.currentBranchId,
    heads: data?.branches.map(({ id: branch, headVersionId }) => ({ branch, headVersionId })),
  })
})

describe('undoing', () => {
  const service = useService('sqlite')
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
  const state = async () => (await palate.profiles.get(id, { snapshots: 'omit' })).profileData
  const refuses = async (action: Action, reason: string) => {
    const before = await state()
    await expect(undoAction(palate, id, action)).rejects.toThrow(reason)
    expect(await state()).toEqual(before)
  }

  test('a commit, roll-back or merge with later commits is not undone', async () => {
    const first = await commit('first')
    const second = await commit('second')
    const third = await commit('third')
    await refuses({ kind: 'commit', branchId: 'main', versionId: second.id }, 'main is now at')
    // Rolled back to the first from the second, while somebody committed the third.
    await palate.profiles.rollback(id, { to: first.id })
    await refuses({ kind: 'head', branchId: 'main', from: second.id, to: first.id }, 'was committed in the meantime')
    await undoAction(palate, id, { kind: 'head', branchId: 'main', from: third.id, to: first.id })
    await refuses({ kind: 'head', branchId: 'main', from: third.id, to: first.id }, 'main is now at')
    await refuses({ kind: 'commit', branchId: 'gone', versionId: third.id }, 'the branch was deleted')
  })

  test('a branch with its own commits is kept, and so is the current one', async () => {
    const branch = await palate.profiles.branch(id, { name: 'try', switchTo: true })
    await refuses({ kind: 'branch', branch }, 'try is the current branch')
    await refuses({ kind: 'delete-branch', branch }, 'branch try already exists again')
    await commit('on try')
    await refuses({ kind: 'switch', from: 'main', to: branch.id, made: branch }, 'has new commits')
    await undoAction(palate, id, { kind: 'switch', from: 'main', to: branch.id })
    await refuses({ kind: 'switch', from: 'main', to: branch.id }, 'the current branch has been switched since')
    await refuses({ kind: 'branch', branch }, 'has new commits')
  })

  test('a committed judgement is no longer a working change', async () => {
    await commit('committed')
    await refuses(
      { kind: 'judge', elements: [{ list: 'constraints', id: 'committed' }] },
      'already committed or removed',
    )
  })

  test('elements that a commit removed or changed are restored to the working changes, before later ones', async () => {
    await palate.annotations.add(id, {
      constraints: [
        { id: 'first', removed: true },
        { id: 'committed', question: 'Which?', answer: 'another' },
      ],
    })
    const { id: versionId } = await palate.profiles.commit(id, { message: 'Fewer' })
    await judge('later')
    await undoAction(palate, id, { kind: 'commit', branchId: 'main', versionId })
    expect((await state()).workingChanges.constraints).toEqual([
      { id: 'committed', question: 'Which?', answer: 'another' },
      { id: 'first', removed: true },
      { id: 'later', question: 'Which?', answer: 'later' },
    ])
  })
})
