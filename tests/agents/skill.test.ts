import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openFolder } from '../cli/terminal.ts'

const skill = readFileSync(new URL('../../skills/palate/SKILL.md', import.meta.url), 'utf8')

describe('the skill', () => {
  const folder = openFolder()
  afterAll(() => folder.remove())

  test('has the form of an agent skill', () => {
    const [, header = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? []
    expect(header).toMatch(/^name: palate$/m)
    const description = /^description: (.*)$/m.exec(header)?.[1] ?? ''
    expect(description.length).toBeGreaterThan(50)
    expect(description.length).toBeLessThanOrEqual(1024)
    expect(body.length / 4).toBeLessThan(5000)
  })

  test.each([
    ['claude', ['.claude/skills']],
    ['codex', ['.codex/skills']],
    ['all', ['.claude/skills', '.cursor/skills', '.codex/skills', '.github/skills']],
  ])('is installed for %s, and again', async (agent, places) => {
    await folder.must('skill', 'install', '--agent', agent)
    const said = await folder.must('skill', 'install', '--agent', agent)
    for (const place of places) {
      expect(readFileSync(join(folder.directory, place, 'palate/SKILL.md'), 'utf8')).toBe(skill)
      expect(said).toContain(`${place}/palate/SKILL.md`)
    }
  })

  test('an edited one is kept, unless --force replaces it', async () => {
    const path = join(folder.directory, '.claude/skills/palate/SKILL.md')
    writeFileSync(path, `${skill}\nOur own rule.\n`)
    const { code, stderr } = await folder.palate(['skill', 'install', '--agent', 'all'])
    expect(code).toBe(1)
    expect(stderr).toContain('kept .claude/skills/palate/SKILL.md')
    expect(stderr).toContain('--force')
    expect(readFileSync(path, 'utf8')).toContain('Our own rule.')
    await folder.must('skill', 'install', '--force')
    expect(readFileSync(path, 'utf8')).toBe(skill)
  })
})
