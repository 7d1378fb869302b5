import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guideBytesMax } from '../../packages/core/src/taste/guides/read-guide.ts'
import { useService } from '../harness/use-service.ts'
import { openFolder } from './terminal.ts'

describe('palate init --from', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
  const answers = async () => JSON.parse(await must('list', 'answers', '--json'))
  const create = (name: string) => ['init', name, '--create', '--project', 'studio', '--from']

  beforeAll(async () => {
    await folder.login(service)
    write('DESIGN.md', '# Style\n\nDark and calm. Our readers are lawyers.\n\n## Avoid\n\n- neon\n- clutter\n')
  })

  test('teaches what a guide says, and lists what was not understood', async () => {
    const text = await must(...create('House style'), 'DESIGN.md')
    expect(text).toContain('Understood 3 of 4 sentences in DESIGN.md.')
    expect(text).toMatch(/^Taken as: .*darker.*less neon.*\.$/m)
    expect(text).toMatch(/^ {2}Dark and calm\. → darker; /m)
    expect(text).toMatch(/^ {2}neon → less neon$/m)
    expect(text).toContain('Not understood:\n  Our readers are lawyers.\n')
    expect(text).toContain('This folder now uses House style')
    expect(await must('list', 'answers')).toMatch(/What should it look like\? +Dark and calm/)
    expect(await must('list', 'answers')).toMatch(/What should we avoid\? +neon/)
  })

  test('the same file replaces what it said before, another file adds to it, and undo reverts it', async () => {
    const before = await answers()
    write('DESIGN.md', 'Bright.')
    write('AESTHETICS.md', 'Lots of white space.')
    await must('init', 'House style', '--from', 'DESIGN.md')
    expect(await must('list', 'answers')).toMatch(/What should it look like\? +Bright\./)
    await must('init', 'House style', '--from', 'AESTHETICS.md')
    expect(JSON.stringify(await answers())).toContain('Lots of white space.')
    await must('undo')
    await must('undo')
    expect(await answers()).toEqual(before)
  })

  test('what brief --format design writes can be read again', async () => {
    await must('answer', 'What do you want?', 'very dark, lots of white space, no clutter')
    await must('commit', '-m', 'Words')
    await must('brief', '--format', 'design', '-o', 'BRIEF.md')
    const { from } = JSON.parse(await must(...create('Copy'), 'BRIEF.md', '--json'))
    expect(from.understood).toEqual(expect.arrayContaining([expect.stringMatching(/^Do aim for /)]))
    expect(from.understood).toEqual(expect.arrayContaining([expect.stringMatching(/^Don't use /)]))
    await must('commit', '-m', 'From the brief')
    const brief = JSON.parse(await must('brief', '--json'))
    expect(brief.aim).toContain('dark tones')
    expect(brief.avoid).toContain('a busy look')
  })

  test('creates nothing from a file that cannot be used', async () => {
    write('fox.md', 'The quick brown fox jumps over the lazy dog.')
    write('empty.md', 'Our readers are lawyers.')
    write('large.md', 'dark '.repeat(guideBytesMax / 4))
    const wrong: readonly (readonly [string, string])[] = [
      ['none.md', 'cannot read none.md: '],
      ['fox.md', 'fox.md says nothing about looks that Palate understands\n  The quick brown fox'],
      ['empty.md', 'empty.md says nothing about looks that Palate understands\n  Our readers are lawyers.\n'],
      ['large.md', 'cannot read large.md: it is larger than 256 KiB'],
      ['.', 'cannot read .: '],
    ]
    for (const [file, message] of wrong) {
      const { code, stderr } = await palate([...create('Never'), file])
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
    }
    expect(await must('profiles')).not.toContain('Never')
  })
})
