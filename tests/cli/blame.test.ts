import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('palate blame', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { must, palate, directory } = folder
  let asColleague: (...args: readonly string[]) => Promise<unknown>
  beforeAll(async () => {
    for (const [seed, name] of ['a.png', 'b.png', 'c.png'].entries()) {
      writeFileSync(join(directory, name), await paint({ mood: 'warm', seed }))
    }
    mkdirSync(join(directory, 'copies'))
    copyFileSync(join(directory, 'a.png'), join(directory, 'copies/other-name.png'))
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    const { stdout: key } = await palate(['keys', 'create', 'Colleague'])
    const env = { PALATE_API_KEY: key.trim(), PALATE_URL: service.url }
    asColleague = (...args) => palate(args, { env })
    await must('add', 'a.png', '--good')
    await must('commit', '-m', 'One')
    await asColleague('add', 'b.png', '--good')
    await asColleague('compare', '--choose', 'b.png', '--over', 'a.png')
    await asColleague('commit', '-m', 'Two')
    await must('answer', 'colour-temperature', 'warm')
    await must('commit', '-m', 'Three')
  })
  afterAll(folder.remove)

  test('says who judged a picture and since which commit, and so for its comparisons', async () => {
    expect(await must('blame', 'a.png')).toMatch(
      /^good \(aesthetics\)\n {2}just now by First key\n {2}\w{10} One\nb\.png over a\.png \(aesthetics\)\n {2}just now by Colleague\n {2}\w{10} Two\n$/,
    )
    expect(await must('blame', 'b.png')).toMatch(/^good \(aesthetics\)\n {2}just now by Colleague\n {2}\w{10} Two\n/)
    const { judgements } = JSON.parse(await must('blame', 'b.png', '--json'))
    expect(judgements[0]).toMatchObject({
      list: 'exemplars',
      judgement: 'good',
      dimension: 'aesthetics',
      by: { name: 'Colleague' },
      version: { message: 'Two', author: { name: 'Colleague' } },
    })
  })

  test('a file with the same content is the same picture, and nothing is uploaded', async () => {
    await must('score', 'a.png')
    const frames = async () => (await service.call('GET', '/api/frames?projectId=studio')).body.frames.length
    const before = await frames()
    expect(await must('blame', 'copies/other-name.png')).toMatch(/^good \(aesthetics\)\n.*\n {2}\w{10} One\n/)
    const unknown = await palate(['blame', 'c.png'])
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      'palate: nothing is called "c.png" here: `palate list` lists what there is\n',
    ])
    expect(await frames()).toBe(before)
  })

  test('an uncommitted change comes before what it changes', async () => {
    await asColleague('relabel', 'a.png', 'bad')
    expect(await must('blame', 'a.png')).toMatch(
      /^bad \(aesthetics\)\n.* by Colleague\n {2}not committed\ngood \(aesthetics\)\n.* by First key\n {2}\w{10} One\n/,
    )
    await must('discard', '--all')
  })

  test('a judgement that was merged in leads to the commit on its branch, and a change of mind to the last one', async () => {
    await must('switch', '-c', 'side')
    await must('add', 'c.png', '--good')
    await must('commit', '-m', 'On the side')
    await must('switch', 'main')
    await must('relabel', 'b.png', 'bad')
    await must('commit', '-m', 'Changed my mind')
    await must('merge', 'side')
    expect(await must('blame', 'c.png')).toMatch(/ On the side\n$/)
    expect(await must('blame', 'b.png')).toMatch(/^bad \(aesthetics\)\n.*\n {2}\w{10} Changed my mind\n/)
  })
})
