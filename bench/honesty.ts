/**
 * Measures whether what Palate says is true: what it claims to have learned from random labels, whether it is surer where
 * it is right, what passes with good exemplars alone, and whether methods of a few lines do better.
 *
 *   npm run bench:honesty -- --data DIR [--only confidence,rivals] [--draws 2] [--every 4]
 *
 * DIR contains oasis/ and calista/. A line with a target meets it or misses it; the others are for comparison. --every N
 * takes every Nth rater. The first run edits and embeds photographs, which takes a few minutes.
 */
import { parseArgs } from 'node:util'
import { printTable } from './harness/report.ts'
import { select } from './harness/select.ts'
import { checks } from './honesty/checks.ts'
import { openContext } from './honesty/context.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    draws: { type: 'string', default: '2' },
    every: { type: 'string', default: '4' },
  },
})
if (values.data === undefined) throw new Error('pass the directory of the judgements: --data DIR')
const context = await openContext(values.data, Number(values.draws), Number(values.every))
for (const { title, run } of select(checks, values.only)) printTable(title, await run(context))
