import type { AttributeName } from '../attributes/catalogue.ts'
import type { PictureFeatures } from '../model/fit-input.ts'
import { asScore } from '../score.ts'
import type { SuggestedChange } from '../verdict/threshold-schema.ts'
import { type ChangeName, changeAmounts, changeNames, changeOf, type TryableChange } from './changes.ts'
import type { MeasuredGain } from './measured-gain.ts'

/** How many edited copies of a picture are read for a verdict, and how many of them before the first scores are known. */
export const copiesMax = 12
export const firstCopiesMax = 8
/** A change that raises the score by less is not worth making. */
export const gainMin = 0.02
/** The least probability that a suggested change raises the score. */
const chanceMin = 0.57
/** If the opposite of a change gains more than this share of its gain, any edit would do, and it is no advice. */
const oppositeShareMax = 0.5
const changesMax = 5

/** More or less of an attribute than the profile likes. */
export interface Direction {
  readonly attribute: AttributeName
  readonly wantsMore: boolean
}

export interface TriedChange extends TryableChange, MeasuredGain {}

/** What a verdict in one dimension needs of the copies. */
export interface Judge {
  readonly departures: readonly Direction[]
  /** What each copy would change. */
  gainsOf(copies: readonly ChangedCopy[]): readonly MeasuredGain[]
}

/** A copy of a picture with a change. */
export interface ChangedCopy extends TryableChange {
  readonly features: PictureFeatures
}

/** Reads copies with the first of the changes that mean anything for the picture, at most `max` of them. */
export type ReadCopies = (changes: readonly TryableChange[], max: number) => Promise<readonly ChangedCopy[]>

/**
 * Tries changes on copies of a picture and returns what each does for each judge. First takes small steps in all
 * directions. Then goes away from what lowers the score, further where a departure is mended, and against what else raises
 * the score, to see whether that raises it too.
 */
export async function tryChanges(
  judges: readonly Judge[],
  read: ReadCopies,
): Promise<readonly (readonly TriedChange[])[]> {
  if (judges.length === 0) return []
  const first = judges.map(({ departures }) => firstChanges(departures).map(smallStep))
  const copies = await read(inTurns(first), firstCopiesMax)
  if (copies.length === 0) return judges.map(() => [])
  const tried = judges.map((judge) => triedBy(judge, copies))
  const further = judges.map(({ departures }, i) =>
    furtherChanges(tried[i] as readonly TriedChange[], first[i] as readonly TryableChange[], departures),
  )
  const known = new Set(copies.map(keyOf))
  const unread = inTurns(further).filter((change) => !known.has(keyOf(change)))
  const others = await read(unread, copiesMax - copies.length)
  return judges.map((judge, i) => [...(tried[i] as readonly TriedChange[]), ...triedBy(judge, others)])
}

function triedBy(judge: Judge, copies: readonly ChangedCopy[]): readonly TriedChange[] {
  const gains = judge.gainsOf(copies)
  return copies.map(({ change, amount }, i) => ({ change, amount, ...(gains[i] as MeasuredGain) }))
}

function smallStep(change: ChangeName): TryableChange {
  return { change, amount: changeAmounts.small }
}

function keyOf({ change, amount }: TryableChange): string {
  return `${change} ${amount}`
}

/** The first of each list, then the second, and so on, each item once. */
function inTurns(lists: readonly (readonly TryableChange[])[]): readonly TryableChange[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  const items = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat()
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}

/**
 * What to try first, in order: what mends a departure, then the rest, of each pair of opposites only one. Nothing that
 * would add to a departure.
 */
function firstChanges(departures: readonly Direction[]): readonly ChangeName[] {
  const possible = changeNames.filter((name) => !addsTo(name, departures))
  const mending = departures.flatMap((departure) => possible.filter((name) => mends(name, departure)))
  const chosen: ChangeName[] = []
  for (const name of [...mending, ...possible]) {
    const { opposite } = changeOf(name)
    if (!chosen.includes(name) && !(opposite && chosen.includes(opposite))) chosen.push(name)
  }
  return chosen
}

/**
 * What to try next, in turns: the opposites of what lowers the score, large steps of what helps and mends a departure, and
 * the opposites of what else helps; then large steps of that, and the rest.
 */
function furtherChanges(
  tried: readonly TriedChange[],
  first: readonly TryableChange[],
  departures: readonly Direction[],
): readonly TryableChange[] {
  const oppositesOf = (list: readonly TriedChange[]) =>
    list.flatMap(({ change }) => changeOf(change).opposite ?? []).map(smallStep)
  const lowering = tried.filter(({ gain }) => gain < 0).toSorted((one, other) => one.gain - other.gain)
  // A small step from a picture that is far off gains little, so any gain is worth following.
  const raising = tried.filter(({ gain }) => gain > 0).toSorted((one, other) => other.chance - one.chance)
  const { expected = [], surprising = [] } = Object.groupBy(raising, ({ change }) =>
    mendsOne(change, departures) ? 'expected' : 'surprising',
  )
  const large = (list: readonly TriedChange[]) => list.map(({ change }) => ({ change, amount: changeAmounts.large }))
  const instead = oppositesOf(lowering).filter(({ change }) => !addsTo(change, departures))
  const next = inTurns([instead, large(expected), oppositesOf(surprising)])
  const known = new Set([...tried, ...next].map(({ change }) => change))
  return [...next, ...large(surprising), ...first.filter(({ change }) => !known.has(change))]
}

/** The changes to suggest, largest gain first, each by the amount that gains most. */
export function suggestedChanges(
  tried: readonly TriedChange[],
  departures: readonly Direction[],
): readonly SuggestedChange[] {
  const helpful = tried
    .filter((one) => isHelpful(one) && !addsTo(one.change, departures) && beatsOpposite(one, tried, departures))
    .toSorted((one, other) => other.gain - one.gain)
  const best = [...Map.groupBy(helpful, ({ change }) => change).values()].map(([one]) => one as TriedChange)
  return best.slice(0, changesMax).map(({ change, amount, gain }) => ({ change, amount, gain: asScore(gain) }))
}

function isHelpful({ gain, chance }: TriedChange): boolean {
  return gain >= gainMin && chance >= chanceMin
}

/**
 * Whether a change helps because of its direction: its opposite gains much less. That needs not be tried if the change
 * mends a departure.
 */
function beatsOpposite(
  { change, gain }: TriedChange,
  tried: readonly TriedChange[],
  departures: readonly Direction[],
): boolean {
  const { opposite } = changeOf(change)
  if (opposite === undefined) return true
  const others = tried.filter((one) => one.change === opposite)
  if (others.length === 0) return mendsOne(change, departures)
  return others.every((other) => other.gain <= oppositeShareMax * gain)
}

/** "Lift the shadows (about +0.3)". */
export function suggestionOf({ change, gain }: SuggestedChange): string {
  return `${changeOf(change).words} (about +${gain < 0.095 ? gain.toFixed(2) : gain.toFixed(1)})`
}

function mends(name: ChangeName, { attribute, wantsMore }: Direction): boolean {
  return changeOf(name).moves[attribute] === (wantsMore ? 1 : -1)
}

function mendsOne(name: ChangeName, departures: readonly Direction[]): boolean {
  return departures.some((departure) => mends(name, departure))
}

function addsTo(name: ChangeName, departures: readonly Direction[]): boolean {
  return departures.some(({ attribute, wantsMore }) => mends(name, { attribute, wantsMore: !wantsMore }))
}
