import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { CommandError, UsageError } from '../output.ts'
import { printable } from '../printable.ts'

export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** Without a terminal, the command fails and says what to pass instead. */
export function requireTerminal(instead: string): void {
  if (!isInteractive()) throw new UsageError(`cannot ask without a terminal: ${instead}`)
}

export async function readStandardInput(): Promise<string> {
  return text(process.stdin)
}

/** Prompts on the terminal. Without one, the command fails and says what to pass instead. */
export async function ask(question: string, instead: string): Promise<string> {
  requireTerminal(instead)
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  try {
    return (await reader.question(printable(question))).trim()
  } catch (error) {
    // Ctrl-C and Ctrl-D.
    throw (error as Error).name === 'AbortError' ? cancelled() : error
  } finally {
    reader.close()
  }
}

/** Prompts for a secret, with masked input, until the signal ends it. Undefined if it was ended. */
export async function askSecret(question: string, signal: AbortSignal): Promise<string | undefined> {
  // Imported on demand: most commands do not prompt.
  const { isCancel, password } = await import('@clack/prompts')
  const answer = await password({ message: printable(question), output: process.stderr, signal })
  if (signal.aborted) return undefined
  if (isCancel(answer)) throw cancelled()
  return answer
}

/** Lets the user choose one of several texts; undefined if they cancel. */
export async function choose<Value extends string>(
  question: string,
  texts: Readonly<Record<Value, string>>,
): Promise<Value | undefined> {
  const { isCancel, select } = await import('@clack/prompts')
  const options = Object.entries<string>(texts).map(([value, text]) => ({ value, label: printable(text) }))
  const answer = await select({ message: printable(question), options, output: process.stderr })
  return isCancel(answer) ? undefined : (answer as Value)
}

function cancelled(): CommandError {
  return new CommandError('nothing was changed')
}

/** Asks for an explicit yes. */
export async function confirm(question: string, isGiven: boolean | undefined): Promise<void> {
  if (isGiven) return
  const answer = await ask(`${question} Type yes: `, 'pass --yes')
  if (answer !== 'yes') throw cancelled()
}
