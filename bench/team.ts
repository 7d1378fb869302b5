/**
 * Measures the taste of a team: of five people who judged in one profile, on people and pictures that no setting was
 * chosen on.
 *
 *   npm run bench:team -- --data DIR [--groups 40] [--development]
 *
 * DIR contains oasis/ and calista/. Each of five raters of the same photographs labels 20 of them by their own median; the
 * test is on photographs that none of the five labelled. The prior is fitted without these photographs and without the
 * people who rated them. Settings were chosen on two of the three subsets (--development); the figures are of the third.
 */
import { parseArgs } from 'node:util'
import { splitOf } from '@palate/core/taste/people/split.ts'
import { readCrowd } from '../fitting/prior/crowd.ts'
import { type Line, printFigures, printTable } from './harness/report.ts'
import { areaUnderCurve } from './likeness/tasks.ts'
import { meanAndError, rankCorrelation } from './taste/report.ts'
import { costRatios } from './team/cost.ts'
import { developmentSubsets, type Group, groupsOf, heldOutSubsets, learnersOf, type Person } from './team/groups.ts'
import { heavyJudge } from './team/heavy-judge.ts'
import { type Tastes, tastesOf } from './team/methods.ts'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    groups: { type: 'string', default: '40' },
    development: { type: 'boolean', default: false },
  },
})
if (options.data === undefined) throw new Error('pass the directory of the judgements: --data DIR')
const crowd = await readCrowd(options.data)
const learners = learnersOf(crowd)
const subsets = options.development ? developmentSubsets : heldOutSubsets
const groups = groupsOf(crowd, learners, subsets, [20, 20, 20, 20, 20], Number(options.groups))
const what = `${groups.length} groups of five people with 20 labels each (mean ± standard error)`

const ownAucMin = 0.7

interface Measured {
  readonly pairs: Record<string, number>
  /** Share of labels predicted correctly. */
  readonly right: Record<string, number>
  readonly logLoss: Record<string, number>
  readonly correlation: Record<string, number>
  readonly variance: Record<string, number>
  readonly labels: Record<string, number>
  readonly splits: readonly { readonly predicted: number; readonly actual: number }[]
}

const measured = groups.map((group) => measure(group, tastesOf(group)))

printFigures(
  `A person of the team, ${what}`,
  ['pairs ordered correctly', 'labels predicted correctly', 'log loss'],
  [
    ...rows('pairs', 'right', 'logLoss'),
    [
      'gain over the own profile',
      difference('pairs', 'started from the team', 'own profile'),
      difference('right', 'started from the team', 'own profile'),
      difference('logLoss', 'started from the team', 'own profile'),
    ],
  ],
)
printFigures(
  `The mean rating of the five, ${what}`,
  ['rank correlation'],
  [
    ...rows('correlation'),
    ['gain over one profile', difference('correlation', 'the team', 'one profile with all labels')],
    ['gain over the mean of own profiles', difference('correlation', 'the team', 'mean of own profiles')],
  ],
)
printFigures(
  `Which pictures split the five: area under the curve, ${what}`,
  ['upper third of the variance of ratings', 'labelled differently'],
  rows('variance', 'labels'),
)
printFigures(
  'Calibration of the split: predicted, and share of pairs of people who labelled the picture differently',
  ['predicted', 'actual'],
  calibration(measured.flatMap(({ splits }) => splits)),
)
printTable(`Targets, ${what}`, [
  targetLine(
    'a person: pairs ordered correctly, gain over the own profile',
    gainsIn('pairs', 'started from the team', 'own profile'),
    0,
  ),
  targetLine(
    'a person: labels predicted correctly, gain over the own profile',
    gainsIn('right', 'started from the team', 'own profile'),
    0,
  ),
  targetLine(
    'the team: rank correlation with the mean rating, gain over one profile with all labels',
    gainsIn('correlation', 'the team', 'one profile with all labels'),
    0,
  ),
  targetLine(
    'pictures that split the five: area under the curve',
    measured.map(({ variance }) => variance['the split'] as number),
    ownAucMin,
  ),
])
printTable(
  'One person with all labels beside four with 10: how far the team’s score moves without one of them',
  heavyJudge(crowd, learners, subsets),
)
printTable(
  'Processor time with five people in relation to the same judgements of nobody in particular',
  costRatios(groups[0] as Group),
)

function measure(group: Group, tastes: Tastes): Measured {
  const { test, people, others } = group
  const ratings = test.map((picture) => people.map((person) => person.ratingOf(picture)))
  const good = test.map((picture) => people.map((person) => Number(person.isGood(picture))))
  const spreads = ratings.map(varianceOf)
  const limit = spreads.toSorted((a, b) => b - a)[Math.floor(test.length / 3)] as number
  const mean = ratings.map(meanOf)
  const split = (scores: Tastes['people'][string]) =>
    test.map((picture) => splitOf(scores.map((score) => score(picture))))
  const started = tastes.people['started from the team'] ?? []
  const own = tastes.people['own profile'] ?? []
  const finders: Record<string, readonly number[]> = {
    'the split': split(started),
    'the same from own profiles': split(own),
    'variance of the probabilities of own profiles': test.map((picture) =>
      varianceOf(own.map((score) => score(picture))),
    ),
    'bound: the variance among everybody else who rated the picture': test.map((picture) =>
      varianceOf(others.map((person) => person.ratingOf(picture))),
    ),
  }
  const found = (isFound: (i: number) => boolean) =>
    mapValues(finders, (values) =>
      aucOf(
        values,
        values.map((_, i) => isFound(i)),
      ),
    )
  return {
    pairs: mapValues(tastes.people, (scores) =>
      meanOf(people.map((person, i) => pairsRight(person, test, scores[i] as Score))),
    ),
    right: mapValues(tastes.people, (scores) =>
      meanOf(people.map((person, i) => labelsRight(person, test, scores[i] as Score))),
    ),
    logLoss: mapValues(tastes.people, (scores) =>
      meanOf(people.map((person, i) => logLossOf(person, test, scores[i] as Score))),
    ),
    correlation: mapValues(tastes.team, (score) => rankCorrelation(test.map(score), mean)),
    variance: found((i) => (spreads[i] as number) > limit),
    labels: found((i) => new Set(good[i]).size > 1 && varianceOf(good[i] as number[]) > 0.2),
    splits: split(started).map((predicted, i) => ({ predicted, actual: disagreement(good[i] as number[]) })),
  }
}

type Score = (picture: number) => number

function pairsRight(person: Person, test: readonly number[], score: Score): number {
  const scores = new Map(test.map((picture) => [picture, score(picture)]))
  const pairs = test.flatMap((a) =>
    test.filter((b) => person.ratingOf(a) > person.ratingOf(b)).map((b) => [a, b] as const),
  )
  return meanOf(pairs.map(([a, b]) => (Math.sign((scores.get(a) as number) - (scores.get(b) as number)) + 1) / 2))
}

function labelsRight(person: Person, test: readonly number[], score: Score): number {
  return meanOf(test.map((picture) => Number(score(picture) >= 0.5 === person.isGood(picture))))
}

function logLossOf(person: Person, test: readonly number[], score: Score): number {
  return meanOf(test.map((picture) => -Math.log(person.isGood(picture) ? score(picture) : 1 - score(picture))))
}

function disagreement(labels: readonly number[]): number {
  return meanOf(labels.flatMap((one, i) => labels.slice(0, i).map((other) => Math.abs(one - other))))
}

function aucOf(values: readonly number[], isFound: readonly boolean[]): number {
  const test = values.map((_, picture) => ({ picture, same: isFound[picture] as boolean }))
  return areaUnderCurve({ test }, (picture) => values[picture] as number)
}

function rows(...kinds: readonly (Kind | 'variance' | 'labels')[]): readonly string[][] {
  return Object.keys(measured[0]?.[kinds[0] ?? 'pairs'] ?? {}).map((name) => [
    name,
    ...kinds.map((kind) => meanAndError(measured.map((one) => one[kind][name] as number)).text),
  ])
}

type Kind = 'pairs' | 'right' | 'logLoss' | 'correlation'

function gainsIn(kind: Kind, one: string, other: string): readonly number[] {
  return measured.map((group) => (group[kind][one] as number) - (group[kind][other] as number))
}

function difference(kind: Kind, one: string, other: string): string {
  return meanAndError(gainsIn(kind, one, other)).text
}

function targetLine(what: string, values: readonly number[], least: number): Line {
  const { mean, text } = meanAndError(values)
  return { what, figure: text, target: `at least ${least}`, met: mean >= least }
}

function calibration(splits: Measured['splits']): readonly string[][] {
  const sorted = splits.toSorted((a, b) => a.predicted - b.predicted)
  const fifths = Array.from({ length: 5 }, (_, i) =>
    sorted.slice(Math.floor((i * sorted.length) / 5), Math.floor(((i + 1) * sorted.length) / 5)),
  )
  return fifths.map((part, i) => [
    `fifth ${i + 1}`,
    meanOf(part.map(({ predicted }) => predicted)).toFixed(3),
    meanOf(part.map(({ actual }) => actual)).toFixed(3),
  ])
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return meanOf(values.map((value) => (value - mean) ** 2))
}
