import { readFile } from 'node:fs/promises'
import { percentileRank } from '@palate/core/taste/attributes/quantiles.ts'
import { attributes, type Measured, measureAttributes, type Pixels } from '@palate/core/taste/attributes.ts'
import type { RankChanges } from '@palate/core/taste/verdict/side-effects.ts'
import sharp from 'sharp'
import { edits } from './edits.ts'
import { follow, rankStep } from './follow.ts'

const side = 192
/** Smaller mean changes are left out. */
const changeMin = 0.15

/** Makes every edit to every picture, and averages how the ranks of the attributes change. */
export async function measureSideEffects(paths: readonly string[]): Promise<Readonly<Record<string, RankChanges>>> {
  const changes = edits.map(() => [] as (readonly number[])[])
  for (const path of paths) {
    const picture = await readPixels(path)
    const before = ranksOf(measureAttributes(picture))
    for (const [i, edit] of edits.entries()) {
      const rank = before[attributes.findIndex(({ name }) => name === edit.attribute)] as number
      const edited = await follow(picture, edit, rank + (edit.wantsMore ? rankStep : -rankStep))
      const after = edited && ranksOf(measureAttributes(edited))
      if (after) changes[i]?.push(after.map((rank, k) => rank - (before[k] as number)))
    }
  }
  return Object.fromEntries(
    edits.map(({ attribute, wantsMore }, i) => [
      `${wantsMore ? 'more' : 'less'} ${attribute}`,
      meanChanges(changes[i] ?? []),
    ]),
  )
}

async function readPixels(path: string): Promise<Pixels> {
  const { data, info } = await sharp(await readFile(path))
    .toColourspace('srgb')
    .removeAlpha()
    .resize(side, side, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

function ranksOf(measured: Measured): readonly number[] {
  return attributes.map(({ name }) => percentileRank(name, measured[name]))
}

function meanChanges(rows: readonly (readonly number[])[]): RankChanges {
  const means = attributes.map(({ name }, k) => {
    const sum = rows.reduce((total, row) => total + (row[k] as number), 0)
    return [name, Math.round((100 * sum) / rows.length) / 100] as const
  })
  return Object.fromEntries(means.filter(([, mean]) => Math.abs(mean) >= changeMin))
}
