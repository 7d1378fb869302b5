import type { Direction } from '../advice/advice.ts'
import type { AttributeName } from '../attributes/catalogue.ts'
import { percentileRank } from '../attributes/quantiles.ts'
import type { Measured } from '../attributes.ts'
import type { Wish } from '../constraints.ts'
import type { LearnedModel } from '../model/learned-model.ts'
import type { Grid } from './hidden-cell.ts'
import type { Regions } from './regions-schema.ts'

/** A copy of the picture with one cell hidden. */
export interface CellHidden {
  readonly score: number
  readonly attributes: Measured
}

/** What the owner wants more or less of, by judgements and by answers, the most important first. */
export function likedDirections({
  tendencies,
  wishes,
}: Pick<LearnedModel, 'tendencies' | 'wishes'>): readonly Direction[] {
  const middleOf = ({ attribute, low, high }: Wish) =>
    (percentileRank(attribute, low) + percentileRank(attribute, high)) / 2
  return [
    ...tendencies.map(({ attribute, wantsMore }) => ({ attribute, wantsMore })),
    ...wishes.map((wish) => ({ attribute: wish.attribute, wantsMore: middleOf(wish) > 0.5 })),
  ]
}

/** What each cell does to a score. `cells` are in the order of the grid. */
export function regionsOf(
  grid: Grid,
  picture: CellHidden,
  cells: readonly CellHidden[],
  liked: readonly Direction[],
): Regions {
  const effects = cells.map(({ score }) => picture.score - score)
  const strongest = strongestOf(effects)
  return {
    ...grid,
    effects: effects.map((effect) => Math.round(effect * 1e4) / 1e4 || 0),
    ...(strongest !== undefined && { words: wordsFor(grid, strongest, picture, cells, liked) }),
  }
}

/** A weaker cell is not worth a word. */
const strongMin = 0.01
/** How many standard deviations a cell is away from the mean of all cells if it stands out. */
const outstandingMin = 1.5

/** The cell that pulls the score down most, if it stands out. */
function strongestOf(effects: readonly number[]): number | undefined {
  const lowest = Math.min(...effects)
  const isOutstanding = lowest <= -strongMin && standing(effects, lowest) <= -outstandingMin
  return isOutstanding ? effects.indexOf(lowest) : undefined
}

/** How far a value is from the mean, in standard deviations. */
function standing(values: readonly number[], value: number): number {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const variance = values.reduce((sum, one) => sum + (one - mean) ** 2, 0) / values.length
  return variance === 0 ? 0 : (value - mean) / Math.sqrt(variance)
}

function wordsFor(
  grid: Grid,
  cell: number,
  picture: CellHidden,
  cells: readonly CellHidden[],
  liked: readonly Direction[],
): string {
  const look = lookOf(cell, picture, cells, liked)
  return `mostly the ${placeOf(grid, cell)}${look === undefined ? '' : `: ${look}`}`
}

const places = [
  ['upper left', 'top', 'upper right'],
  ['left', 'centre', 'right'],
  ['lower left', 'bottom', 'lower right'],
] as const

function placeOf({ rows, columns }: Grid, cell: number): string {
  const third = (index: number, count: number) => Math.floor((3 * (index + 0.5)) / count) as 0 | 1 | 2
  return places[third(Math.floor(cell / columns), rows)][third(cell % columns, columns)]
}

/** What a cell is called that has more or less of an attribute than the others. */
const looks = {
  clutter: ['empty', 'busy'],
  edge_density: ['empty', 'busy'],
  brightness: ['dark', 'bright'],
  contrast: ['flat', 'high in contrast'],
  saturation: ['grey', 'strong in colour'],
  neon: [undefined, 'glaring'],
  warmth: ['cool', 'warm'],
  texture: ['smooth', 'rough'],
} as const satisfies Partial<Record<AttributeName, readonly [less: string | undefined, more: string]>>

/** How many standard deviations a cell differs from the others if that is what it looks like. */
const lookMin = 1.5

/** In what a cell differs most from the others: what the owner dislikes comes first, and never what the owner likes. */
function lookOf(
  cell: number,
  { attributes }: CellHidden,
  cells: readonly CellHidden[],
  liked: readonly Direction[],
): string | undefined {
  const found = (Object.keys(looks) as (keyof typeof looks)[]).flatMap((name) => {
    const added = cells.map((hidden) => attributes[name] - hidden.attributes[name])
    const strength = standing(added, added[cell] as number)
    const look = looks[name][strength > 0 ? 1 : 0]
    if (look === undefined || Math.abs(strength) < lookMin) return []
    if (liked.some(({ attribute, wantsMore }) => attribute === name && wantsMore === strength > 0)) return []
    const place = liked.findIndex(({ attribute }) => attribute === name)
    return [{ look, strength: Math.abs(strength), place: place < 0 ? liked.length : place }]
  })
  return found.toSorted((one, other) => one.place - other.place || other.strength - one.strength)[0]?.look
}
