import { readFileSync } from 'node:fs'
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

  test('is part of a plugin that runs the tools', () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(new URL(`../../.claude-plugin/${name}`, import.meta.url), 'utf8'))
    expect(read('plugin.json')).toMatchObject({
      name: 'palate',
      mcpServers: { palate: { command: 'palate', args: ['mcp'] } },
    })
    expect(read('marketplace.json')).toMatchObject({ plugins: [{ name: 'palate', source: './' }] })
  })
})
