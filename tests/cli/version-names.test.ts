import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

describe('names of versions on the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate } = folder
  const commit = async (message: string) => {
    await must('answer', `What about ${message}?`, 'calm')
    await must('commit', '-m', message)
  }
  beforeAll(async () => {
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    await commit('one')
    await commit('two')
    await must('switch', '-c', 'try/bold')
    await commit('bold')
    await must('switch', 'main')
    await commit('three')
    await must('merge', 'try/bold', '-m', 'merged')
  })
  afterAll(folder.remove)

  const messageOf = async (name: string) => JSON.parse(await must('show', name, '--json')).message
  const logOf = async (...args: readonly string[]) =>
    JSON.parse(await must('log', ...args, '--json')).versions.map(({ message }: { message: string }) => message)

  test('@ is the head, ^ the parent, ^2 what was merged in, and steps can be combined', async () => {
    const names = ['@', 'HEAD', '@^', 'HEAD~1', 'HEAD^2', 'HEAD^^', '@~1^', 'try/bold^', 'HEAD^2~2', 'HEAD^0']
    const found: string[] = []
    for (const name of names) found.push(await messageOf(name))
    expect(found).toEqual(['merged', 'merged', 'three', 'three', 'bold', 'two', 'two', 'two', 'one', 'merged'])
    for (const [name, reason] of [
      ['HEAD~9', 'HEAD~9: the history does not go back that far'],
      ['HEAD^^2', /^HEAD\^\^2: \w{10} has no parent 2$/],
      ['HEAD^3', /^HEAD\^3: \w{10} has no parent 3$/],
    ] as const) {
      const { code, stderr } = await palate(['show', name])
      expect([code, stderr.replace('palate: ', '').trim()]).toEqual([1, expect.stringMatching(reason)])
    }
  })

  test('diff takes both ends as FROM..TO, where a missing end is the head', async () => {
    expect(await must('diff', 'main^..try/bold')).toBe(await must('diff', 'main^', 'try/bold'))
    expect(await must('diff', 'try/bold..')).toBe('+ What about three? calm\n')
    expect(await must('diff', '..try/bold')).toBe('- What about three? calm\n')
    expect((await palate(['diff', 'main..nowhere'])).stderr).toContain('there is no version or branch "nowhere"')
  })

  test('log FROM..TO lists what only the second has', async () => {
    expect(await logOf('try/bold..main')).toEqual(['merged', 'three'])
    expect(await logOf('HEAD^..try/bold')).toEqual(['bold'])
    expect(await logOf('HEAD^')).toEqual(['three', 'two', 'one'])
    expect(await must('log', 'main..try/bold')).toBe('try/bold has no commits that main has not.\n')
  })

  test('log refuses to show no commits', async () => {
    expect(await palate(['log', '--limit', '0'])).toMatchObject({ code: 2, stdout: '' })
    expect(await logOf('-n', '1')).toEqual(['merged'])
  })
})
