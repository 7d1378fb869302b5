import type { PictureSource } from '../../profile/subject/picture-sources.ts'
import type { NamedExamples, TrainingExamples } from './training-examples.ts'

/**
 * Replaces each picture source by a short name, equal for equal sources. A data URL contains a whole picture, which is
 * too large to store and compare wherever the picture is mentioned.
 */
export function namePictures(byDimension: ReadonlyMap<string, TrainingExamples>): {
  readonly examples: ReadonlyMap<string, NamedExamples>
  readonly sources: ReadonlyMap<string, PictureSource>
} {
  const sources = new Map<string, PictureSource>()
  const addresses = new Map<string, string>()
  const nameOf = (source: PictureSource): string => {
    const name = 'url' in source ? nameOfAddress(source.url, addresses) : `frame:${source.frameId}`
    if (!sources.has(name)) sources.set(name, source)
    return name
  }
  const examples = [...byDimension].map(([dimension, { labels, comparisons, constraints }]) => {
    const named: NamedExamples = {
      labels: labels.map((label) => ({ ...label, picture: nameOf(label.picture) })),
      comparisons: comparisons.map((one) => ({ ...one, a: nameOf(one.a), b: nameOf(one.b) })),
      constraints,
    }
    return [dimension, named] as const
  })
  return { examples: new Map(examples), sources }
}

/** The URL's index in order of appearance: short, and stable for the same examples. */
function nameOfAddress(url: string, known: Map<string, string>): string {
  const name = known.get(url) ?? `url:${known.size}`
  known.set(url, name)
  return name
}
