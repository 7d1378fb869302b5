import { printable, withoutStyles, withStyles } from './printable.ts'

/** An error that the user can fix. Its message is one line; details are shown below it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly details: readonly string[]

  constructor(message: string, details: readonly string[] = []) {
    super(message)
    this.details = details
  }
}

/** Invalid options or arguments. The exit code is 2. */
export class UsageError extends CommandError {}

/** One string per line. A line break inside a line is part of a name and is escaped. */
export type Lines = string | readonly string[]

export function print(lines: Lines): void {
  write(process.stdout, lines)
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2).split('\n'))
}

export function printWarning(lines: Lines): void {
  const [first = '', ...others] = linesOf(lines)
  write(process.stderr, [`palate: ${first}`, ...others])
}

/** Prints commander's usage errors, which repeat user input, like all others. */
export function printUsageError(text: string): void {
  write(
    process.stderr,
    text
      .replace(/^error: /, 'palate: ')
      .trimEnd()
      .split('\n'),
  )
}

/** In GitHub Actions, a line of this form annotates the file. */
export function annotate(level: 'warning' | 'error', file: string, message: string): void {
  const property = inAnnotation(file).replaceAll(':', '%3A').replaceAll(',', '%2C')
  process.stderr.write(`::${level} file=${property}::${inAnnotation(message)}\n`)
}

function inAnnotation(text: string): string {
  return printable(text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A'))
}

/** The only function that prints lines. It escapes text that could control the terminal or a GitHub workflow. */
function write(stream: NodeJS.WriteStream, lines: Lines): void {
  // Colours follow standard output, and this may be another stream.
  const finish = stream.isTTY ? withStyles : withoutStyles
  stream.write(
    `${linesOf(lines)
      .map((line) => finish(printable(line)))
      .join('\n')}\n`,
  )
}

function linesOf(lines: Lines): readonly string[] {
  return typeof lines === 'string' ? [lines] : lines
}
