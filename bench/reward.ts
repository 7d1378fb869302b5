/**
 * Measures whether a trainer can climb rewards into noise, and what rewards cost.
 *
 *   npm run bench:reward -- --data DIR [--steps 500] [--tastes 6] [--only climb|cost]
 *
 * DIR has photographs (oasis/). For each of six plain tastes a profile learns 16 + 16 of them. Then pixels of a bad one are
 * changed step by step, and a change stays if the reward rises. The end is compared with the rewards of the other good
 * photographs. The rival climbs the score alone.
 */
import { parseArgs } from 'node:util'
import { printTable } from './harness/report.ts'
import { select } from './harness/select.ts'
import { measureClimbs } from './reward/climb.ts'
import { measureRewardCost } from './reward/cost.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    steps: { type: 'string', default: '500' },
    tastes: { type: 'string', default: '6' },
    only: { type: 'string', default: '' },
  },
})

const measures = {
  climb: async () => {
    if (values.data === undefined) throw new Error('--data DIR is needed')
    printTable('climbing rewards', await measureClimbs(values.data, Number(values.steps), Number(values.tastes)))
  },
  cost: async () => printTable('the cost of rewards', await measureRewardCost()),
}
for (const measure of select(measures, values.only)) await measure()
