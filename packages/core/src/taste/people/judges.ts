import type { NamedExamples } from '../judgements/training-examples.ts'

/** Somebody who judged, and what. */
export interface Judge {
  readonly id: string
  readonly judgements: number
  /** Content hashes of the pictures that the person labelled or compared. */
  readonly pictures: readonly string[]
}

/** Who judged pictures that could be read, most judgements first. The team's own judgements are nobody's. */
export function judgesIn(
  examples: NamedExamples = { labels: [], comparisons: [], constraints: [] },
  pictures: { get(name: string): { readonly contentHash: string } | undefined },
): readonly Judge[] {
  const judged = [
    ...examples.labels.map(({ picture, by }) => ({ by, names: [picture] })),
    ...examples.comparisons.map(({ a, b, by }) => ({ by, names: [a, b] })),
  ].flatMap(({ by, names }) => {
    const hashes = names.flatMap((name) => pictures.get(name)?.contentHash ?? [])
    return by !== undefined && hashes.length === names.length ? [{ by, hashes }] : []
  })
  const judges = [...Map.groupBy(judged, ({ by }) => by)].map(([id, own]) => ({
    id,
    judgements: own.length,
    pictures: [...new Set(own.flatMap(({ hashes }) => hashes))],
  }))
  return judges.sort((one, other) => other.judgements - one.judgements || (one.id < other.id ? -1 : 1))
}
