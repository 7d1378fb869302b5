import { join } from 'node:path'
import { type PictureSet, readRows } from './picture-sets.ts'

/** A person and the pictures they rated, by index in the set. */
export type Rater = {
  readonly subset: string
  readonly pictures: readonly number[]
  readonly ratings: readonly number[]
}
export type Choice = { readonly winner: number; readonly loser: number }
export type ChoiceMaker = { readonly choices: readonly Choice[] }

/** Excludes raters who gave every picture the same rating. */
export async function readRaters(folder: string, { rows }: PictureSet): Promise<readonly Rater[]> {
  const positions = new Map(rows.map(({ image_id }, i) => [image_id, i]))
  const raters = new Map<string, { subset: string; pictures: number[]; ratings: number[] }>()
  for (const { rater_id = '', image_id, beauty_1_7 } of await readRows(join(folder, 'oasis', 'ratings.csv'))) {
    const picture = positions.get(image_id)
    if (picture === undefined) throw new Error(`a rating of an unknown picture ${image_id}`)
    const rater = raters.get(rater_id) ?? { subset: rows[picture]?.subset ?? '', pictures: [], ratings: [] }
    rater.pictures.push(picture)
    rater.ratings.push(Number(beauty_1_7))
    raters.set(rater_id, rater)
  }
  return [...raters.values()].filter(({ ratings }) => new Set(ratings).size > 1)
}

export async function readChoiceMakers(folder: string, { rows }: PictureSet): Promise<readonly ChoiceMaker[]> {
  const positions = new Map(rows.map(({ image_id }, i) => [image_id, i]))
  const position = (id = ''): number => positions.get(id) ?? fail(`a choice of an unknown picture ${id}`)
  const choiceMakers = new Map<string, Choice[]>()
  for (const row of await readRows(join(folder, 'calista', 'pairs.csv'))) {
    const { rater_id = '', left_image_id, right_image_id, chosen_image_id } = row
    const loser = chosen_image_id === left_image_id ? right_image_id : left_image_id
    const choices = choiceMakers.get(rater_id) ?? []
    choices.push({ winner: position(chosen_image_id), loser: position(loser) })
    choiceMakers.set(rater_id, choices)
  }
  return [...choiceMakers.values()].map((choices) => ({ choices }))
}

/** Shifted and scaled to mean 0 and standard deviation 1. */
export function standardised(values: readonly number[]): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
  return Float64Array.from(values, (value) => (value - mean) / deviation)
}

function fail(message: string): never {
  throw new Error(message)
}
