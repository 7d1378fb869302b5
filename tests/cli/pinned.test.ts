import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('the branch and version that are scored against', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const at = (name: string) => join(directory, name)
  const file = () => JSON.parse(readFileSync(at('palate.json'), 'utf8'))
  const pin = (pins: object) => {
    const { url, projectId, profileId } = file()
    writeFileSync(at('palate.json'), JSON.stringify({ url, projectId, profileId, ...pins }))
  }
  const json = async (...args: readonly string[]) => JSON.parse(await must(...args, '--json'))
  let heads: { readonly [branch: string]: string }
  let scoreKey: string

  beforeAll(async () => {
    mkdirSync(at('many'))
    for (const [seed, name] of ['a.png', 'b.png'].entries())
      writeFileSync(at(name), await paint({ mood: 'warm', seed }))
    writeFileSync(at('c.png'), await paint({ mood: 'cold', seed: 3 }))
    const bytes = readFileSync(at('a.png'))
    for (let i = 0; i < 33; i++) writeFileSync(at(`many/${i}.png`), Buffer.concat([bytes, Buffer.from(`${i}`)]))
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    await must('add', 'a.png', '--good')
    await must('commit', '-m', 'Warm')
    scoreKey = (await must('keys', 'create', 'CI', '--scopes', 'score')).trim()
    expect(await must('switch', '-c', 'try/bold')).toBe('Switched to try/bold for everyone who uses this profile.\n')
    await must('add', 'c.png', '--good')
    await must('commit', '-m', 'Cold')
    const { branches } = await json('branch')
    heads = Object.fromEntries(
      branches.map((one: { name: string; headVersionId: string }) => [one.name, one.headVersionId]),
    )
  })

  const shown = (id: string | undefined) => id?.replace('ver_', '').slice(0, 10)

  test('are printed with every score, and are in --json', async () => {
    const { stderr } = await palate(['score', 'b.png'])
    const profile = `House style (${folder.profileId()})`
    expect(stderr).toBe(`palate: scored against ${profile}, branch try/bold, version ${shown(heads['try/bold'])}\n`)
    expect((await palate(['score', 'b.png', '--quiet'])).stderr).toBe('')
    const found = await json('score', 'b.png', '--branch', 'main')
    expect(found).toMatchObject({
      profile: { id: folder.profileId(), name: 'House style' },
      branch: { id: 'main', name: 'main' },
      version: heads.main,
      threshold: { dimension: 'aesthetics', source: 'default', pass: 0.5, fail: 0.35 },
      verdict: expect.stringMatching(/^(pass|revise|fail)$/),
    })
    expect(await json('score', 'b.png', '--version-id', heads.main ?? '')).toMatchObject({
      branch: null,
      version: heads.main,
    })
    const attribute = await json('score', 'b.png', '--dimension', 'brightness')
    expect(attribute).toMatchObject({ threshold: null, verdict: null })
    const picked = await palate(['pick', 'a.png', 'b.png', '--json'])
    expect([picked.stderr, JSON.parse(picked.stdout).branch.name]).toEqual([
      expect.stringContaining('branch try/bold'),
      'try/bold',
    ])
  })

  test.each(['b.png', 'many'])('are known to a key that can only score, for %s', async (pictures) => {
    const env = { PALATE_API_KEY: scoreKey, PALATE_URL: service.url }
    const { code, stdout, stderr } = await palate(['score', pictures, '--json'], { env })
    expect(code).toBe(0)
    const { profile, branch, version } = JSON.parse(stdout)
    expect([profile, version]).toEqual([{ id: folder.profileId() }, heads['try/bold']])
    expect(branch).toEqual({ id: expect.stringMatching(/^br_/) })
    expect(stderr).toContain(`palate: scored against ${folder.profileId()}, branch ${branch.id}, version `)
  })

  test('are those that palate.json pins, whichever branch others switch to', async () => {
    const bold = await json('score', 'c.png')
    pin({ branch: 'main' })
    const pinned = await json('score', 'c.png')
    expect(pinned).toMatchObject({ branch: { name: 'main' }, version: heads.main })
    expect(pinned.scores).not.toEqual(bold.scores)
    expect(await json('score', 'c.png', '--branch', 'try/bold')).toMatchObject({ version: heads['try/bold'] })
    expect(await json('score', 'c.png', '--profile', 'House style')).toMatchObject({ version: heads['try/bold'] })
    expect(await json('pick', 'c.png')).toMatchObject({ branch: { name: 'main' } })
    expect(await must('switch', 'try/bold')).toBe(
      'Switched to try/bold for everyone who uses this profile.\n' +
        'This folder goes on scoring against main: palate.json pins it.\n',
    )
    pin({ version: heads.main })
    expect(await json('score', 'c.png')).toMatchObject({ branch: null, version: heads.main, scores: pinned.scores })
    for (const command of [['threshold'], ['brief'], ['shares', 'create']]) {
      pin({ branch: 'none' })
      const { code, stderr } = await palate(command)
      expect([command, code, stderr]).toEqual([command, 1, expect.stringContaining('there is no branch "none"')])
      pin({ version: heads.main })
      expect((await palate(command)).code).toBe(0)
    }
    pin({})
  })

  test('stay pinned when the folder is set up for the same profile again, and for no other', async () => {
    pin({ branch: 'main' })
    await must('init', 'House style')
    expect(file()).toMatchObject({ profileId: folder.profileId(), branch: 'main' })
    await must('init', 'Another', '--create', '--project', 'studio')
    expect(file()).not.toHaveProperty('branch')
    await must('init', 'House style')
  })

  test.each([
    [{ branch: 'main', version: 'x' }, 2, 'palate.json names a branch and a version: keep one of them'],
    [{ branch: 7 }, 2, 'palate.json: branch and version are texts'],
    [{ version: '' }, 2, 'palate.json: branch and version are texts'],
    [{ branch: 'none' }, 1, 'there is no branch "none"'],
    [{ version: 'none' }, 1, 'there is no version or branch "none"'],
  ])('are refused if palate.json pins %j', async (pins, code, message) => {
    pin(pins)
    const found = await palate(['score', 'b.png'])
    expect([found.code, found.stderr]).toEqual([code, expect.stringContaining(message)])
    pin({})
  })

  test('a pinned version has no uncommitted changes', async () => {
    pin({ version: heads.main })
    for (const command of [
      ['score', 'b.png', '--working'],
      ['shares', 'create', '--working'],
    ]) {
      const { code, stderr } = await palate(command)
      expect([code, stderr]).toEqual([2, expect.stringContaining('is pinned, and has no uncommitted changes')])
    }
    pin({})
  })
})
