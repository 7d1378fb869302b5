import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withResults } from '../../bench/all/page.ts'
import { readResults } from '../../bench/all/results.ts'
import { sections } from '../../bench/all/sections.ts'

const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')

// `npm run bench:all -- --page` writes the page again.
it('docs/benchmarks.md shows the figures of bench/results', () => {
  expect(page).toBe(withResults(page, sections, readResults))
})

it.each(sections)('docs/benchmarks.md has a place for the results of $id', ({ id }) => {
  expect(readResults(id)?.tables).not.toEqual([])
  expect(page).toContain(`<!-- results: ${id} -->`)
})
