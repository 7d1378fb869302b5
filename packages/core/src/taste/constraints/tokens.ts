/** A word of the text with its position, and the punctuation before it. */
export interface Token {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly before: 'nothing' | 'comma' | 'stop'
}

const stops = new Set('.!?;\n…•|')
const commas = new Set(',:/()[]–—+&"“”')

/** A Map, because a user's word such as "constructor" would match an inherited member of a plain object. */
const spellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    gray: 'grey',
    grays: 'greys',
    grayscale: 'greyscale',
    center: 'centre',
    centered: 'centred',
    cozy: 'cosy',
    somber: 'sombre',
    organized: 'organised',
    disorganized: 'disorganised',
    // The noun; otherwise its plural ending would be stripped.
    donts: 'donot',
    nogo: 'donot',
    nogos: 'donot',
  }),
)

/** Each pattern is one repeated character class, so that no text causes backtracking. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let last = 0
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}'’]+/gu)) {
    const word = normalise(match[0])
    if (word === '') continue
    tokens.push({
      word,
      start: match.index,
      end: match.index + match[0].length,
      before: punctuation(text, last, match.index),
    })
    last = match.index + match[0].length
  }
  return tokens
}

/** Lower case, British spelling, no accents or apostrophes. */
function normalise(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
  return spellings.get(plain) ?? plain.replace('color', 'colour')
}

function punctuation(text: string, from: number, to: number): Token['before'] {
  let found: Token['before'] = 'nothing'
  for (let i = from; i < to; i++) {
    const sign = text[i] ?? ''
    if (stops.has(sign)) return 'stop'
    if (commas.has(sign)) found = 'comma'
  }
  return found
}
