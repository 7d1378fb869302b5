/**
 * The tags of a frame as they are stored: each on a line of its own, between line breaks, so that a query finds a whole
 * tag. Empty if there are none. Tags contain no line breaks.
 */
export function tagText(tags: readonly string[]): string {
  return tags.length === 0 ? '' : `\n${tags.join('\n')}\n`
}

export function tagsIn(text: string): string[] {
  return text === '' ? [] : text.slice(1, -1).split('\n')
}
