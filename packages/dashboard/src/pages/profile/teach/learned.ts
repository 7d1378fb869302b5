import { attributes } from '@palate/core/taste/attributes/catalogue.ts'

/** A picture with its score, and what was measured in it. */
export interface Ranked {
  readonly id: string
  readonly name: string
  readonly small: string | null
  readonly score: number
  readonly measured: Readonly<Record<string, number>>
}

/** A picture after a round of judgements. Places count from 1. */
export interface Moved extends Ranked {
  readonly place: number
  readonly placeBefore: number
  readonly change: number
}

/** Best first; pictures of one score stay in the order of their ids. */
export function rank(pictures: readonly Ranked[]): readonly Ranked[] {
  return pictures.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
}

/** The pictures in their new order, each with where it was. Those that have no score before are left out. */
export function moves(before: readonly Ranked[], after: readonly Ranked[]): readonly Moved[] {
  const old = new Map(before.map((picture) => [picture.id, picture]))
  const both = after.filter(({ id }) => old.has(id))
  const kept = new Set(both.map(({ id }) => id))
  const placesBefore = new Map(rank(before.filter(({ id }) => kept.has(id))).map(({ id }, i) => [id, i + 1]))
  return rank(both).map((picture, i) => ({
    ...picture,
    place: i + 1,
    placeBefore: placesBefore.get(picture.id) ?? i + 1,
    change: picture.score - (old.get(picture.id)?.score ?? picture.score),
  }))
}

/** A mean change that is smaller is not worth a word. */
const changeMin = 0.005
/** A trait that is further from following the changes is not named. */
const correlationMin = 0.5
const traitsMax = 3
/** Fewer pictures say nothing about traits. */
const picturesMin = 6

/** What a round of judgements changed, in sentences. */
export function describeMoves(pictures: readonly Moved[]): readonly string[] {
  const moved = pictures.filter(({ place, placeBefore }) => place !== placeBefore)
  const meanChange = mean(pictures.map(({ change }) => Math.abs(change)))
  if (moved.length === 0 && meanChange < changeMin) return ['Your judgements confirm the order that was there.']
  return [...traitSentence(pictures), ...moverSentence(moved)]
}

function moverSentence(moved: readonly Moved[]): readonly string[] {
  const furthest = moved.toSorted((a, b) => Math.abs(b.placeBefore - b.place) - Math.abs(a.placeBefore - a.place))[0]
  if (!furthest) return ['No picture changed its place, but the scores did.']
  const { name, place, placeBefore } = furthest
  const count = moved.length === 1 ? 'One picture' : `${moved.length} pictures`
  const verb = place < placeBefore ? 'rose' : 'fell'
  return [`${count} changed place. ${name} ${verb} furthest, from ${ordinal(placeBefore)} to ${ordinal(place)}.`]
}

/** The traits that the pictures that rose have and those that fell have not. */
function traitSentence(pictures: readonly Moved[]): readonly string[] {
  if (pictures.length < picturesMin) return []
  const changes = pictures.map(({ change }) => change)
  const following = attributes
    .map(({ name, low, high }) => {
      const r = correlation(
        changes,
        pictures.map(({ measured }) => measured[name] ?? 0),
      )
      return { word: r > 0 ? high : low, strength: Math.abs(r) }
    })
    .filter(({ strength }) => strength >= correlationMin)
    .sort((a, b) => b.strength - a.strength)
    .slice(0, traitsMax)
  if (following.length === 0) return []
  return [`It now leans more towards what is ${list(following.map(({ word }) => word))}.`]
}

function correlation(some: readonly number[], others: readonly number[]): number {
  const [meanOfSome, meanOfOthers] = [mean(some), mean(others)]
  let [product, squares, otherSquares] = [0, 0, 0]
  for (const [i, value] of some.entries()) {
    const [x, y] = [value - meanOfSome, (others[i] ?? 0) - meanOfOthers]
    product += x * y
    squares += x * x
    otherSquares += y * y
  }
  return squares > 0 && otherSquares > 0 ? product / Math.sqrt(squares * otherSquares) : 0
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

const plural = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

function ordinal(place: number): string {
  return `${place}${endings[plural.select(place)]}`
}
