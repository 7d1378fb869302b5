/** Each part of a submission can be read on its own, because frames to retry are spread over many parts. */
export const framesPerPartMax = 128
/** A larger frame gets a part to itself. */
export const partCharactersMax = 64 * 1024

export interface RequestPart {
  /** The index of the part's first frame in the request. */
  readonly first: number
  /** The frames as a JSON array. */
  readonly frames: string
}

/** Splits the frames of a submission into consecutive parts. */
export function* cutIntoParts(frames: Iterable<object>): Generator<RequestPart> {
  let first = 0
  let texts: string[] = []
  let characters = 0
  for (const frame of frames) {
    const text = JSON.stringify(frame)
    if (texts.length === framesPerPartMax || (texts.length > 0 && characters + text.length > partCharactersMax)) {
      yield { first, frames: `[${texts.join()}]` }
      first += texts.length
      texts = []
      characters = 0
    }
    texts.push(text)
    characters += text.length
  }
  if (texts.length > 0) yield { first, frames: `[${texts.join()}]` }
}
