/**
 * Measures whether regions find what spoils a picture, and what they cost.
 *
 *   npm run bench:regions -- [--data DIR] [--pictures 24] [--only found|cost]
 *
 * A defect is pasted into one of the sixteen cells of a square: drawn screens (demo/interfaces) and, with --data DIR, which
 * contains oasis/, photographs. Counted are the defects that lower the score by at least 0.02; found is one that lies in
 * the two most negative cells.
 */
import { parseArgs } from 'node:util'
import { printFigures, printTable } from './harness/report.ts'
import { select } from './harness/select.ts'
import { measureRegionCost } from './regions/cost.ts'
import { findDefects } from './regions/found.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    pictures: { type: 'string', default: '24' },
    only: { type: 'string', default: '' },
  },
})

const measures = {
  found: async () => {
    const { lines, columns, rows } = await findDefects(values.data, Number(values.pictures))
    printFigures('defects found in the two most negative of 16 cells', columns, rows)
    printTable('defects that lower the score', lines)
  },
  cost: async () => printTable('the cost of regions', await measureRegionCost()),
}
for (const measure of select(measures, values.only)) await measure()
