import { Argument, Command } from 'commander'
import type { ApiOptions } from '../api/connection/client.ts'
import { print } from '../output.ts'
import { printable } from '../printable.ts'
import type { Candidate } from './candidate.ts'
import { placeOf } from './candidates.ts'
import { readNames } from './names.ts'
import { scripts } from './scripts.ts'

/** If completion takes longer, the shell seems to hang. */
const completionMsMax = 2_500

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a shell completion script for commands, options and names')
    .addArgument(new Argument('<shell>').choices(Object.keys(scripts)))
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  $ source <(palate completion bash)      # in ~/.bashrc',
        '  $ source <(palate completion zsh)       # in ~/.zshrc, after compinit',
        '  $ palate completion fish > ~/.config/fish/completions/palate.fish',
      ].join('\n'),
    )
    .action((shell: keyof typeof scripts) => print(scripts[shell].split('\n')))
}

/** Called by the scripts: prints one line per candidate, without errors and within a time limit. */
export function completeCommand(program: Command): Command {
  return new Command('__complete').argument('[words...]').action(async (words: readonly string[]) => {
    setTimeout(() => process.exit(0), completionMsMax).unref()
    const { words: known, names, prefix, typed } = placeOf(program, words)
    const found = names ? await readNames(names, optionsIn(words)) : known
    // A name with unprintable characters would reach the command line as a different name.
    const fitting = found.filter(
      ({ text }) => text.startsWith(typed) && printable(text) === text && !text.includes('\t'),
    )
    if (fitting.length > 0) print(fitting.map((one) => lineOf(one, prefix)))
  })
}

/** Completion requests use `--profile` and `--url` from the command line. */
function optionsIn(words: readonly string[]): ApiOptions {
  const line = words.filter((word) => word !== '=')
  const given = (...flags: readonly string[]) => {
    const at = line.findIndex((word) => flags.includes(word))
    return at >= 0 && at + 1 < line.length - 1 ? line[at + 1]?.replaceAll(/^["']|["']$/g, '') : undefined
  }
  const [profile, url] = [given('--profile', '-p'), given('--url')]
  return { ...(profile !== undefined && { profile }), ...(url !== undefined && { url }) }
}

function lineOf({ text, description = '' }: Candidate, prefix: string): string {
  return `${prefix}${text}\t${description.replaceAll(/\s+/g, ' ')}`
}
