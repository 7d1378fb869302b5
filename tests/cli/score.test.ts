import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../harness/use-service.ts'
import { paint } from '../scoring/pictures.ts'
import { openFolder } from './terminal.ts'

describe('palate score', () => {
  const service = useService('sqlite')
  const folder = openFolder()
  const { palate, must, directory } = folder
  afterAll(folder.remove)
  const picture = async (name: string, mood: 'warm' | 'cold', seed: number) =>
    writeFileSync(join(directory, name), await paint({ mood, seed }))

  beforeAll(async () => {
    for (const name of ['pictures', 'coming']) mkdirSync(join(directory, name))
    await picture('pictures/warm-1.png', 'warm', 1)
    await picture('pictures/cold-1.png', 'cold', 3)
    await picture('warm-2.png', 'warm', 2)
    writeFileSync(join(directory, 'pictures/broken.png'), 'no picture')
    await folder.login(service)
    await must('init', 'House style', '--create', '--project', 'studio')
    await must('add', 'warm-2.png', '--good')
    await must('commit', '-m', 'Warm')
  })

  test('--html writes one page with pictures, reasons and failures; --explain says the same in words', async () => {
    const args = ['score', 'pictures', '--dimension', 'aesthetics,likeness', '--min', '0.99', '--html', 'report.html']
    const { code, stdout, stderr } = await palate([...args, '--explain', '--branch', 'main'])
    expect(code).toBe(3)
    expect(stderr).toContain('palate: wrote report.html\n')
    expect(stdout).toMatch(/^aesthetics +likeness +picture$/m)
    expect(stdout).toMatch(/below 0\.99$/m)
    expect(stdout).toMatch(/^ {4}[+-]\d\.\d\d (Similar to what you|People in general)/m)
    expect(stdout).toContain('warm-2.png')
    const page = readFileSync(join(directory, 'report.html'), 'utf8')
    expect(page).toContain('<h1>Scores against House style</h1>')
    expect(page).toContain('<dt>Version</dt><dd>main</dd>')
    expect(page).toContain('<dt>Threshold</dt><dd>99 %: 0 of 2 pass</dd>')
    expect(page).not.toMatch(/prof_|frm_|\d{4}-\d{2}-\d{2}T|0\.\d{4}/)
    expect(page.match(/<img src="data:image\/webp;base64,/g)).toHaveLength(2)
    expect(page).toMatch(/<li><span class="name">pictures\/broken.png<\/span>: .+<\/li>/)
    expect(page).toContain('aesthetics: ')
    expect(page.match(/<p class="verdict">(Does not suit|Probably does not suit|Could go either way)\./g)).toHaveLength(
      2,
    )
    expect(page).not.toContain('class="note"')
  })

  test('a score-only key needs a profile id, and writes a report without pictures', async () => {
    const made = await palate(['keys', 'create', 'CI', '--scopes', 'score'])
    const { profileId } = JSON.parse(readFileSync(join(directory, 'palate.json'), 'utf8'))
    const args = ['score', 'warm-2.png', '--profile', profileId, '--html', 'ci.html']
    const { code, stderr } = await palate(args, { env: { PALATE_API_KEY: made.stdout.trim() } })
    expect([code, stderr]).toEqual([0, expect.stringContaining('the key lacks the scope `read`')])
    expect(readFileSync(join(directory, 'ci.html'), 'utf8')).toContain('Pictures are not shown: the key')
  })

  test('a file that is too large or unreadable does not fail the others, and wrong usage exits with 2', async () => {
    writeFileSync(join(directory, 'huge.png'), Buffer.alloc(10 * 1024 * 1024 + 1))
    const { code, stdout } = await palate(['score', 'huge.png', 'warm-2.png', '--csv'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^warm-2.png,0\.\d+,$/m)
    expect(stdout).toMatch(/^huge.png,,"?it cannot be read: this is not a JPEG/m)
    const wrong = [
      ['score', 'pictures', '--html', 'none/report.html'],
      ['score', 'warm-2.png', '--watch'],
      ['score', 'pictures', '--watch', '--html', 'report.html'],
    ]
    for (const args of wrong) expect((await palate(args)).code).toBe(2)
  })

  test('--watch scores new and changed files once they are complete, until Ctrl-C', async () => {
    const running = folder.start(['score', 'coming', '--watch', '--json'])
    try {
      await expect.poll(running.stderr).toContain('watching coming (0 pictures already there); press Ctrl-C to stop')
      await picture('coming/one.png', 'warm', 11)
      await expect.poll(running.stdout).toContain('\n')
      await picture('elsewhere.png', 'cold', 12)
      renameSync(join(directory, 'elsewhere.png'), join(directory, 'coming/one.png'))
      await expect.poll(() => running.stdout().split('\n').length).toBe(3)
      const { code, stdout } = await running.interrupt()
      const lines = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(code).toBe(0)
      expect(lines.map(({ frame_id }) => frame_id)).toEqual(['coming/one.png', 'coming/one.png'])
      expect(lines[0].aesthetics).not.toBe(lines[1].aesthetics)
    } finally {
      running.kill()
    }
  })
})
