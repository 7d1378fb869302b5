import type { Lessons, NamedLessons, PictureSource } from './teaching.ts'

/**
 * The same lessons with a short name for each picture, equal for equal sources, and the sources by their names. An
 * address can be a whole picture, which is too much to be kept, or compared, wherever a picture is spoken of.
 */
export function nameLessons(byDimension: ReadonlyMap<string, Lessons>): {
  readonly lessons: ReadonlyMap<string, NamedLessons>
  readonly sources: ReadonlyMap<string, PictureSource>
} {
  const sources = new Map<string, PictureSource>()
  const addresses = new Map<string, string>()
  const nameOf = (source: PictureSource): string => {
    const name = 'url' in source ? nameOfAddress(source.url, addresses) : `frame:${source.frameId}`
    if (!sources.has(name)) sources.set(name, source)
    return name
  }
  const lessons = [...byDimension].map(([dimension, { labels, comparisons, constraints }]) => {
    const named: NamedLessons = {
      labels: labels.map((lesson) => ({ ...lesson, picture: nameOf(lesson.picture) })),
      comparisons: comparisons.map((lesson) => ({ ...lesson, a: nameOf(lesson.a), b: nameOf(lesson.b) })),
      constraints,
    }
    return [dimension, named] as const
  })
  return { lessons: new Map(lessons), sources }
}

/** Its place among the addresses: that is short, and the same whenever the same lessons are named. */
function nameOfAddress(url: string, known: Map<string, string>): string {
  const name = known.get(url) ?? `url:${known.size}`
  known.set(url, name)
  return name
}
