import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson } from '../harness/person.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('commands of several people', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate, directory } = folder
  let asAnn: (...args: readonly string[]) => ReturnType<typeof palate>
  let asBen: typeof asAnn
  beforeAll(async () => {
    for (const [seed, name] of ['a.png', 'b.png'].entries()) {
      writeFileSync(join(directory, name), await paint({ mood: 'warm', seed }))
    }
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    const as = async (role: 'judge' | 'editor', name: string) => {
      const { key } = await createPerson(service, role, name)
      return (...args: readonly string[]) => palate(args, { env: { PALATE_API_KEY: key, PALATE_URL: service.url } })
    }
    asAnn = await as('editor', 'Ann')
    asBen = await as('judge', 'Ben')
    await asAnn('add', 'a.png', '--good')
    await asAnn('commit', '-m', 'Ann')
    await asBen('add', 'a.png', '--bad')
  })
  afterAll(folder.remove)

  test('blame lists everybody who judged a picture', async () => {
    expect(await must('blame', 'a.png')).toMatch(
      /^good \(aesthetics\)\n {2}just now by Ann\n {2}\w{10} Ann\nbad \(aesthetics\)\n {2}just now by Ben\n {2}not committed\n$/,
    )
  })

  test('status counts the uncommitted judgements of all', async () => {
    expect(await must('status')).toContain('Not committed: 1 bad picture')
  })

  test('a judgement of another person is relabelled as one’s own, beside it', async () => {
    await must('relabel', (await elementOf('good')) ?? '', 'bad')
    expect(await labels()).toEqual(['bad', 'bad', 'good'])
    await must('discard', '--all')
    await asBen('add', 'a.png', '--bad')
  })

  const exemplars = async () => JSON.parse(await must('list', '--json')).exemplars
  const labels = async () => (await exemplars()).map(({ label }: { label: string }) => label).sort()
  const elementOf = async (wanted: string): Promise<string | undefined> =>
    (await exemplars()).find(({ label }: { label: string }) => label === wanted)?.id
})
