import type { Command } from 'commander'

/** Shows examples below a command's help. They are given without `palate`. */
export function withExamples(command: Command, examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ palate ${example}`).join('\n')}`)
}
