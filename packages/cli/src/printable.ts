import { randomUUID } from 'node:crypto'

/** Known only to this process, so that text from elsewhere cannot contain a style. */
const secret = randomUUID()
const esc = '\u001b'
const styleStart = `${esc}${secret}[`
const styles = new RegExp(`${esc}${secret}\\[\\d+m`, 'g')

/**
 * Characters that a terminal interprets: control characters (C0 except tab, DEL, C1), line separators, and those that
 * change the text direction.
 */
const unprintable = new RegExp(
  `${esc}(?!${secret}\\[)|[\\0-\\x08\\x0a-\\x1a\\x1c-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069]`,
  'g',
)

/**
 * A style, such as a colour, by its number. `printable` keeps it, and `withStyles` turns it into an escape sequence.
 */
export function style(code: number): string {
  return `${styleStart}${code}m`
}

/** Escapes control characters in a line as JSON does, so that JSON stays valid. */
export function printable(line: string, env: NodeJS.ProcessEnv = process.env): string {
  const shown = line.replaceAll(unprintable, (character) => escaped(character))
  return env.GITHUB_ACTIONS === 'true' ? withoutWorkflowCommands(shown) : shown
}

/** GitHub Actions obeys a line that begins with `::`, and `##[` anywhere. */
function withoutWorkflowCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, `$1${escaped(':')}`).replaceAll('##[', `#${escaped('#')}[`)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

export function withStyles(text: string): string {
  return text.replaceAll(styleStart, `${esc}[`)
}

export function withoutStyles(text: string): string {
  return text.replaceAll(styles, '')
}
