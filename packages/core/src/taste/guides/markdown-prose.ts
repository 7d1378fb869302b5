/** Sentences under a heading, or in a list that a line such as "Avoid:" introduces. */
export interface Passage {
  readonly heading: string
  readonly sentences: readonly string[]
}

/**
 * The prose of a Markdown document: the sentences of paragraphs, lists and quotes, and the description in its front
 * matter. Code, tables, comments and other front matter are left out. Takes linear time for any text.
 */
export function proseOf(markdown: string): readonly Passage[] {
  const { description, body } = splitFrontMatter(withoutComments(markdown.replaceAll(/\r\n?/g, '\n')))
  const scanner = new Scanner()
  for (const line of body) scanner.readLine(line)
  const about = sentencesOf(description)
  return [...(about.length > 0 ? [{ heading: '', sentences: about }] : []), ...scanner.finish()]
}

class Scanner {
  readonly #passages: Passage[] = []
  #heading = ''
  /** What introduces the list that follows. */
  #leadIn: string | undefined
  #block: string[] = []
  #isInList = false
  #fence: string | undefined

  readLine(line: string): void {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    const heading = /^ {0,3}#{1,6}[ \t](.*)$/.exec(line)?.[1]
    if (this.#fence !== undefined) this.#fence = fence?.startsWith(this.#fence) ? undefined : this.#fence
    else if (fence !== undefined) this.#startCode(fence)
    else if (heading !== undefined) this.#startSection(heading.replace(/[ \t#]+$/, ''))
    else if (/^ {0,3}(?:=+|-+) *$/.test(line) && this.#block.length > 0 && !this.#isInList) this.#underline()
    else this.#readProse(line)
  }

  finish(): readonly Passage[] {
    this.#endBlock()
    return this.#passages
  }

  #readProse(line: string): void {
    const isCode = /^(?: {4}|\t)/.test(line) && this.#block.length === 0 && !this.#isInList
    const isTable = /^\s*\||\s\|\s/.test(line)
    const text = isCode || isTable ? '' : line.replace(/^[\s>]+/, '')
    const item = /^(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/.exec(text)?.[1]
    if (text === '' || item !== undefined) this.#endBlock()
    // After an empty line, text without indentation ends a list.
    else if (this.#block.length === 0 && !/^\s/.test(line)) this.#endList()
    if (item !== undefined) this.#isInList = true
    if (text !== '') this.#block.push(item?.replace(/^\[[ xX]\]\s+/, '') ?? text)
  }

  #startCode(fence: string): void {
    this.#endBlock()
    this.#fence = fence
  }

  #startSection(heading: string): void {
    this.#endBlock()
    this.#endList()
    this.#heading = plain(heading)
  }

  /** The paragraph before the line is a heading. */
  #underline(): void {
    const heading = this.#block.join(' ')
    this.#block = []
    this.#startSection(heading)
  }

  #endList(): void {
    this.#isInList = false
    this.#leadIn = undefined
  }

  #endBlock(): void {
    const written = this.#block.join(' ')
    this.#block = []
    const text = plain(written)
    const isBold = /^(\*\*|__)[^*_]{1,200}\1:?$/.test(written)
    if (text === '') return
    if (!this.#isInList && (isBold || text.endsWith(':'))) this.#leadIn = text.replace(/:$/, '')
    else this.#passages.push({ heading: this.#leadIn ?? this.#heading, sentences: sentencesOf(text) })
  }
}

/** Quantifiers are bounded, so that no text causes more than linear work. */
function plain(text: string): string {
  return text
    .replaceAll(/!\[[^[\]]{0,500}\]\([^()]{0,2000}\)/g, '')
    .replaceAll(/\[([^[\]]{1,500})\]\([^()]{0,2000}\)/g, '$1')
    .replaceAll(/`[^`]{0,500}`|<[^<>]{1,500}>|\{[^{}]{0,200}\}/g, '')
    .replaceAll(/[*~]+|\b__?|__?\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Created when it is first needed: it takes 15 ms, and most processes never need it. */
let segmenter: Intl.Segmenter | undefined

function sentencesOf(text: string): readonly string[] {
  // Most items of lists are one sentence, and finding that out takes long.
  const all = /[.!?…]\s/.test(text) ? segmentsOf(text) : [text]
  return all.filter((one) => /\p{L}/u.test(one))
}

function segmentsOf(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim())
}

function withoutComments(text: string): string {
  const [first = '', ...others] = text.split('<!--')
  // An unclosed comment reaches to the end.
  const rest = others.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : ''))
  return [first, ...rest].join('')
}

/** Front matter contains tokens, and often a description in words. */
function splitFrontMatter(text: string): { readonly description: string; readonly body: readonly string[] } {
  const lines = text.replace(/^\ufeff/, '').split('\n')
  const end =
    lines[0]?.trimEnd() === '---' ? lines.findIndex((line, i) => i > 0 && /^(?:---|\.\.\.)\s*$/.test(line)) : -1
  if (end === -1) return { description: '', body: lines }
  const front = lines.slice(1, end)
  const start = front.findIndex((line) => line.startsWith('description:'))
  if (start === -1) return { description: '', body: lines.slice(end + 1) }
  const after = front.slice(start + 1)
  const next = after.findIndex((line) => /^\S/.test(line))
  const continued = next === -1 ? after : after.slice(0, next)
  const first = (front[start] ?? '').slice('description:'.length).replace(/^\s*[>|][+-]?\s*$/, '')
  const description = [first, ...continued]
    .join(' ')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
  return { description: plain(description), body: lines.slice(end + 1) }
}
