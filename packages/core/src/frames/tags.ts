export const tagCharactersMax = 50
export const tagsPerFrameMax = 20
export const framesPerChangeMax = 1000

export interface TagChange {
  readonly add?: readonly string[] | undefined
  readonly remove?: readonly string[] | undefined
}

/** The tags of a frame after a change. A tag that is both added and removed is added. */
export function changeTags(tags: readonly string[], { add = [], remove = [] }: TagChange): readonly string[] {
  return [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])].sort()
}
