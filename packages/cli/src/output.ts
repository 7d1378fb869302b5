import { stripVTControlCharacters } from 'node:util'

/** An error that the user can fix. Its message is one line. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Options or arguments that make no sense. The exit code is 2. */
export class UsageError extends CommandError {}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

export function complain(line: string): void {
  // Colours follow standard output; this one may be a file all the same.
  process.stderr.write(`palate: ${process.stderr.isTTY ? line : stripVTControlCharacters(line)}\n`)
}
