import { parseArgs } from 'node:util'
import { readCrowd } from '../../fitting/prior/crowd.ts'
import { photographFeatures } from './photographs.ts'

/** Reads `--data DIR [--every N]`: the raters of OASIS with their photographs, and which raters take part. */
export async function readRaterOptions() {
  const { values } = parseArgs({ options: { data: { type: 'string' }, every: { type: 'string', default: '1' } } })
  if (values.data === undefined) throw new Error('pass the directory of the judgements: --data DIR')
  const crowd = await readCrowd(values.data)
  return { crowd, photographs: photographFeatures(crowd), every: Number(values.every) }
}
