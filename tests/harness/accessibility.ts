import axe, { type Result } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export interface Checked {
  /** Only what another theme changes. */
  readonly colours?: boolean
  /** A selector of the part to check; the whole page unless set. */
  readonly part?: string
}

/** Axe finds nothing wrong by WCAG 2.2 AA. */
export async function expectAccessible(page: Page, { colours = false, part }: Checked = {}): Promise<void> {
  // Once for each document: reading its source takes as long as a check.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const runOnly = colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags }
  // What axe would say about parts that pass takes most of its time, and no rule of these asks for the style sheets.
  const options = { runOnly, resultTypes: ['violations'], preload: false }
  const context = part === undefined ? 'document' : JSON.stringify(part)
  const violations = await page.evaluate<Result[]>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
  expect(found).toEqual([])
}
