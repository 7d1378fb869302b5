import { personOf, questionOf } from '../../profile/subject/subject.ts'
import type { LabelExample, NamedExamples } from './training-examples.ts'

/** How many pictures, pairs and questions were judged in a dimension, however often; by each person on their own. */
export interface JudgedThings {
  readonly labels: { readonly good: number; readonly bad: number }
  readonly comparisons: number
  readonly constraints: number
}

/** Counts only judgements whose pictures could be read, because models learn only from these. */
export function countJudged(
  { labels, comparisons, constraints }: NamedExamples,
  pictures: { has(name: string): boolean },
): JudgedThings {
  const labelled = lastLabels(labels).filter(({ picture }) => pictures.has(picture))
  const good = labelled.filter((label) => label.good).length
  const compared = comparisons.filter(({ a, b }) => pictures.has(a) && pictures.has(b))
  return {
    labels: { good, bad: labelled.length - good },
    comparisons: new Set(compared.map(({ a, b, by }) => JSON.stringify([by, ...[a, b].toSorted()]))).size,
    constraints: new Set(
      constraints.map((one) => JSON.stringify([personOf(one), questionOf(one) ?? `element:${one.id}`])),
    ).size,
  }
}

/** One label for each picture and person: the last one. */
export function lastLabels<Label extends Pick<LabelExample<unknown>, 'picture' | 'by'>>(
  labels: readonly Label[],
): readonly Label[] {
  const byPerson = [...Map.groupBy(labels, ({ by }) => by).values()]
  return byPerson.flatMap((own) => [...new Map(own.map((label) => [label.picture, label])).values()])
}
