import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../harness/send.ts'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { answer } from '../shares/share-requests.ts'
import { openFolder } from './terminal.ts'

describe('shares on the command line', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  beforeAll(async () => {
    mkdirSync(join(directory, 'covers'))
    for (const seed of [1, 2]) {
      writeFileSync(join(directory, `covers/${seed}.png`), await paint({ mood: 'warm', seed }))
    }
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
  })

  test('pictures are shared, answered, shown and revoked', async () => {
    expect(await must('shares')).toBe('Nothing is shared. Create a link: palate shares create\n')
    const { stdout, stderr } = await palate(['shares', 'create', 'covers', '--title', 'Spring', '--days', '7'])
    const link = stdout.trim()
    expect(link).toMatch(new RegExp(`^${service.url}/share/[\\w-]{43}$`))
    const [id = ''] = /shr_\w+/.exec(stderr) ?? []
    expect(stderr).toMatch(/ends in 7 days; the link will not be shown again\n$/)
    expect((await send(link)).text).toContain('Spring')
    await answer(service, new URL(link).pathname, { 'decision-0': 'approve', 'comment-0': 'Yes', author: 'Ann' })
    expect(await must('shares')).toMatch(/Spring +result +in \d days +1 answer +shr_/)
    const shown = await must('shares', 'show', id)
    expect(shown).toMatch(
      /^Spring \(in \d days\)\n\d\.png +approve +Ann ✓\n\d\.png +undecided\nAnn, .+, on \d\.png: Yes\n$/,
    )
    expect(await must('shares', 'revoke', id, '--yes')).toBe('Revoked the link to Spring.\n')
    expect((await send(link)).status).toBe(410)
    expect(await must('shares')).toContain('revoked')
  })

  test('the overview is shared, with --json as the API returns it', async () => {
    const made = JSON.parse(await must('shares', 'create', '--json'))
    expect(made).toMatchObject({ kind: 'overview', title: 'House style', status: 'active' })
    expect((await send(made.url)).status).toBe(200)
  })

  test('wrong usage is explained', async () => {
    expect(await palate(['shares', 'create', '--threshold', '0.5'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('name the pictures to score'),
    })
    expect(await palate(['shares', 'create', 'nothing.png'])).toMatchObject({ code: 1 })
    expect(await palate(['shares', 'revoke', 'shr_none', '--yes'])).toMatchObject({ code: 1 })
  })
})
