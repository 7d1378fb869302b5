import { fitInputOf, type IdentifiedPicture } from '@palate/core/taste/model/fit-input.ts'
import type { Learner } from '@palate/core/taste/model/learn.ts'
import type { Crowd } from '../../fitting/prior/crowd.ts'
import type { Line } from '../harness/report.ts'
import { meanAndError } from '../taste/report.ts'
import { type Group, groupsOf } from './groups.ts'
import { dimension, examplesOf, namesOf } from './methods.ts'

/** Everybody rated about a hundred photographs. */
const allLabels = 96
const fewLabels = 10
const groupCount = 40

/**
 * How far the team's score of the others' pictures moves (root mean square) when a person's judgements are taken away: of
 * the one who judged everything, and of each of those who judged ten.
 */
export function heavyJudge(
  crowd: Crowd,
  learners: ReadonlyMap<string, Learner>,
  subsets: readonly string[],
): readonly Line[] {
  const counts = [allLabels, fewLabels, fewLabels, fewLabels, fewLabels]
  const fitting = subsets.filter(
    (subset) => (crowd.raters.find((rater) => rater.subset === subset)?.pictures.length ?? 0) >= allLabels,
  )
  const groups = groupsOf(crowd, learners, fitting, counts, groupCount)
  const heavy = groups.map((group) => moveWithout(group, 0))
  const light = groups.map((group) => mean([1, 2, 3, 4].map((person) => moveWithout(group, person))))
  const differences = heavy.map((one, i) => one - (light[i] as number))
  // Both are random draws of ten judgements, so the ratio is 1 on average if the say is the same.
  const standardError = Math.sqrt(mean(differences.map((one) => (one - mean(differences)) ** 2)) / (groups.length - 1))
  return [
    { what: `without the one with ${allLabels}`, figure: meanAndError(heavy).text },
    { what: `without one of those with ${fewLabels}`, figure: meanAndError(light).text },
    {
      what: 'difference',
      figure: meanAndError(differences).text,
      target: 'at most 2 standard errors above 0',
      met: mean(differences) <= 2 * standardError,
    },
    { what: 'ratio', figure: (mean(heavy) / mean(light)).toFixed(2) },
  ]
}

function moveWithout(group: Group, person: number): number {
  const everybody = group.people.map((_, i) => i)
  const [before, after] = [
    scoresOf(group, everybody),
    scoresOf(
      group,
      everybody.filter((i) => i !== person),
    ),
  ]
  const pictures = new Set(
    everybody.filter((i) => i !== person && i !== 0).flatMap((i) => group.people[i]?.labelled ?? []),
  )
  return Math.sqrt(mean([...pictures].map((picture) => (before(picture) - after(picture)) ** 2)))
}

function scoresOf(group: Group, who: number[]): (picture: number) => number {
  const { learner, pictures } = group
  const team = learner.learn(fitInputOf(dimension, examplesOf(group, who), namesOf(group), null))
  return (picture) => learner.predict(team, pictures[picture] as IdentifiedPicture)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
