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

  test('whoami names the person and the role', async () => {
    expect((await asAnn('whoami')).stdout).toMatch(/^person {3}Ann \(editor\)$/m)
    expect(JSON.parse((await asBen('whoami', '--json')).stdout).person).toMatchObject({ name: 'Ben', role: 'judge' })
    expect(await must('whoami')).not.toContain('person')
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

  test('differ names who parts with whom, and the pictures on which they do', async () => {
    const shown = await must('differ')
    expect(shown).toContain('Ann and Ben  too little to tell of 1 that both judged')
    expect(shown).toMatch(/Judged differently: 1 picture\n {2}a\.png {2}good: Ann {2}bad: Ben\n/)
    const { people, judged } = JSON.parse(await must('differ', '--json'))
    expect(people.map(({ name }: { name: string }) => name)).toEqual(['Ann', 'Ben'])
    expect(judged[0].votes).toHaveLength(2)
    // Ben only judges, and has judged it.
    expect((await asBen('differ', '--profile', 'House style')).stdout).toContain('bad: Ben')
  })

  test('score takes a person by name or id, and says who taught the profile if it is another', async () => {
    const { people } = JSON.parse(await must('differ', '--json'))
    const scored = async (...args: readonly string[]) =>
      JSON.parse(await must('score', 'a.png', '--working', '--json', ...args)).scores[0].aesthetics
    const [team, ann, ben] = [await scored(), await scored('--person', 'ann'), await scored('--person', 'Ben')]
    expect(ann).toBeGreaterThan(team)
    expect(ben).toBeLessThan(team)
    expect(await scored('--person', people[0].id)).toBe(ann)
    const { code, stderr } = await palate(['score', 'a.png', '--person', 'Cem'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('nobody named "Cem" has taught aesthetics: it was taught by'),
    ])
  })

  test('score --explain says in words that the team is split', async () => {
    for (const [judge, label] of [
      [asAnn, '--good'],
      [asBen, '--bad'],
    ] as const)
      await judge('add', 'b.png', label)
    expect(await must('score', 'a.png', '--working', '--explain')).toMatch(
      /The team is split: 0\.\d\d for Ann, 0\.\d\d for Ben\./,
    )
  })

  const exemplars = async () => JSON.parse(await must('list', '--json')).exemplars
  const labels = async () => (await exemplars()).map(({ label }: { label: string }) => label).sort()
  const elementOf = async (wanted: string): Promise<string | undefined> =>
    (await exemplars()).find(({ label }: { label: string }) => label === wanted)?.id
})

describe('palate people', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate } = folder
  beforeAll(async () => {
    await folder.login(service)
  })
  afterAll(folder.remove)
  const people = async () => JSON.parse(await must('people', '--json')).people

  test('invites, lists and changes people, and prints only the link on standard output', async () => {
    const invited = await palate(['people', 'invite', 'Ada', '--role', 'judge', '--projects', 'studio,web'])
    expect(invited.stdout).toMatch(new RegExp(`^${service.url}/join#code=[\\w-]{43}\n$`))
    expect(invited.stderr).toContain('send this link to Ada')
    const signedIn = await service.call('POST', '/api/session', { key: null, body: { code: codeOf(invited.stdout) } })
    expect(signedIn.body.person.name).toBe('Ada')
    expect(await must('people')).toMatch(/^NAME +ROLE +PROJECTS +STATUS +LAST SEEN\nAda +judge +studio,web +active/)
    const again = await must('people', 'link', 'ada')
    expect(codeOf(again)).not.toBe(codeOf(invited.stdout))
    const changed = await must('people', 'change', 'Ada', '--role', 'editor', '--all-projects', '--email', 'a@b.de')
    expect(changed).toBe('Ada: editor, in all projects, active.\n')
    expect(await must('people', 'change', 'a@b.de', '--name', 'Ada L.', '--email', '')).toContain('Ada L.: editor')
    expect(await people()).toMatchObject([{ name: 'Ada L.', role: 'editor', status: 'active' }])
  })

  test('suspends, resumes and removes them', async () => {
    await must('people', 'invite', 'Ben', '--role', 'viewer')
    expect(await must('people', 'suspend', 'Ben')).toContain('Suspended Ben')
    expect((await palate(['people', 'link', 'Ben'])).stderr).toContain('end the suspension')
    expect(await must('people', 'resume', 'Ben')).toContain('Ben can sign in again')
    expect(await palate(['people', 'remove', 'Ben'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    })
    expect(await must('people', 'remove', 'Ben', '--erase', '--yes')).toBe('Removed Ben.\n')
    expect((await people()).map(({ name }: { name: string }) => name)).toEqual(['Ada L.'])
  })

  test('names nobody, and several people of one name, by their ids', async () => {
    expect(await palate(['people', 'suspend', 'Nobody'])).toMatchObject({ code: 1 })
    for (const role of ['viewer', 'judge']) await must('people', 'invite', 'Cleo', '--role', role)
    const { code, stderr } = await palate(['people', 'suspend', 'Cleo'])
    expect(code).toBe(1)
    const [id = ''] = /per_\w+/.exec(stderr) ?? []
    expect(await must('people', 'suspend', id)).toContain('Suspended Cleo')
    expect(await palate(['people', 'invite', 'Dora'])).toMatchObject({ code: 2 })
    expect(await palate(['people', 'change', 'Ada L.'])).toMatchObject({ code: 2 })
    expect(await palate(['people', 'change', 'Ada L.', '--projects', 'a', '--all-projects'])).toMatchObject({ code: 2 })
  })

  const codeOf = (link: string) => link.trim().slice(link.indexOf('#code=') + '#code='.length)
})
