import type { NamedExamples } from '@palate/core/taste/judgements/training-examples.ts'
import { fitInputOf, type IdentifiedPicture, personInputOf } from '@palate/core/taste/model/fit-input.ts'
import type { LearnedModel } from '@palate/core/taste/model/learned-model.ts'
import type { Group } from './groups.ts'

type Score = (picture: number) => number

/** Scores by the name of the method: of each person, and of the team. */
export interface Tastes {
  readonly people: Readonly<Record<string, readonly Score[]>>
  readonly team: Readonly<Record<string, Score>>
}

export const dimension = 'aesthetics'

export function tastesOf(group: Group): Tastes {
  const { learner, people } = group
  const examples = examplesOf(group)
  const names = namesOf(group)
  const scoreOf =
    (model: LearnedModel): Score =>
    (picture) =>
      learner.predict(model, group.pictures[picture] as IdentifiedPicture)
  const team = learner.learn(fitInputOf(dimension, examples, names, null))
  const own = people.map((_, i) => personInputOf(dimension, examples, names, nameOf(i)))
  const ownScores = own.map((input) => scoreOf(learner.learn(input)))
  const nobodys = { ...examples, labels: examples.labels.map(({ by, ...label }) => label) }
  const pooled = logisticRegression(group)
  return {
    people: {
      'started from the team': own.map((input) => scoreOf(learner.learn(input, team))),
      'own profile': ownScores,
      'the team’s score': people.map(() => scoreOf(team)),
      'pooled logistic regression': people.map(() => pooled),
    },
    team: {
      'the team': scoreOf(team),
      'one profile with all labels': scoreOf(learner.learn(fitInputOf(dimension, nobodys, names, null))),
      'mean of own profiles': (picture) => ownScores.reduce((sum, score) => sum + score(picture), 0) / people.length,
      'the prior alone': scoreOf(learner.learn(fitInputOf(dimension, undefined, names, null))),
      'pooled logistic regression': pooled,
    },
  }
}

/** The labels of some of the people. */
export function examplesOf(
  { people }: Group,
  who = people.map((_, i) => i),
  labelsMax = Number.POSITIVE_INFINITY,
): NamedExamples {
  return {
    labels: who.flatMap((i) =>
      (people[i]?.labelled ?? []).slice(0, labelsMax).map((picture) => ({
        elementId: `${i} ${picture}`,
        picture: `${picture}`,
        good: people[i]?.isGood(picture) ?? false,
        weight: 1,
        by: nameOf(i),
      })),
    ),
    comparisons: [],
    constraints: [],
  }
}

export function namesOf({ pictures }: Group): ReadonlyMap<string, IdentifiedPicture> {
  return new Map(pictures.map((picture, i) => [`${i}`, picture]))
}

function nameOf(person: number): string {
  return `per_${person}`
}

const ridge = 0.5
const rounds = 300
const step = 0.1

/** All labels as those of one person, on the axes of the model's space. */
function logisticRegression({ learner, people, pictures }: Group): Score {
  const axesOf = (picture: number) =>
    learner.coordinatesOf({ dimension, wishes: [] }, pictures[picture] as IdentifiedPicture).axes
  const rows = people.flatMap(({ labelled, isGood }) =>
    labelled.map((picture) => ({ axes: axesOf(picture), good: Number(isGood(picture)) })),
  )
  const factors = new Float64Array(rows[0]?.axes.length ?? 0)
  let bias = 0
  const at = (axes: Float32Array) =>
    1 / (1 + Math.exp(-axes.reduce((sum, value, i) => sum + value * (factors[i] as number), bias)))
  for (let round = 0; round < rounds; round++) {
    const slopes = factors.map((value) => -ridge * value)
    let biasSlope = 0
    for (const { axes, good } of rows) {
      const missing = good - at(axes)
      biasSlope += missing
      for (const [i, value] of axes.entries()) slopes[i] = (slopes[i] as number) + missing * value
    }
    for (const [i, slope] of slopes.entries()) factors[i] = (factors[i] as number) + step * slope
    bias += (step * biasSlope) / rows.length
  }
  return (picture) => at(axesOf(picture))
}
