import axe, { type Result } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export interface Checked {
  /** Only rules that depend on the theme. */
  readonly colours?: boolean
  /** A selector of the part to check; the whole page by default. */
  readonly part?: string
}

/** Expects no violations of WCAG 2.2 AA from axe. */
export async function expectAccessible(page: Page, { colours = false, part }: Checked = {}): Promise<void> {
  // Once for each document: reading its source takes as long as a check.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source)
  const runOnly = colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: tags }
  // Reporting passed checks takes most of axe's time, and none of these rules needs the style sheets.
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
