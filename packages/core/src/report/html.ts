/** HTML that is safe to insert into a page. */
export interface Html {
  readonly text: string
}

/** A template tag that escapes texts and inserts HTML unchanged. */
export function html(strings: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const parts = strings.flatMap((string, i) => {
    const value = values[i]
    return value === undefined ? [string] : [string, typeof value === 'string' ? escapeText(value) : value.text]
  })
  return { text: parts.join('') }
}

export function join(pieces: readonly Html[]): Html {
  return { text: pieces.map(({ text }) => text).join('') }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text with its line breaks. Those beyond the maximum become spaces. */
export function multiline(text: string, lineBreaksMax: number): Html {
  let breaks = 0
  const broken = escapeMarkup(text).replaceAll('\n', () => (++breaks > lineBreaksMax ? ' ' : '<br>'))
  return { text: spaced(broken) }
}

function escapeText(text: string): string {
  return spaced(escapeMarkup(text))
}

/** Replaces control characters and noncharacters, which HTML and XML do not allow, and bidirectional marks with a visible character. */
function escapeMarkup(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, (character) => escapes[character] ?? '')
    .replaceAll(/(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, '\ufffd')
}

function spaced(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, ' ')
}
