import type { Argument, Command, Option } from 'commander'
import type { Candidate } from './candidate.ts'
import type { NameKind } from './names.ts'

/** What can complete a command line: known words, or names that the service has to provide. */
export interface Place {
  readonly words: readonly Candidate[]
  readonly names?: NameKind
  /** The start of the last word that candidates do not repeat, such as `--profile=`. */
  readonly prefix: string
  /** The typed part of the last word. */
  readonly typed: string
}

/** Finds the place of the last word. `words` are those after `palate`; the last may be empty. */
export function placeOf(program: Command, words: readonly string[]): Place {
  const before = words.slice(0, -1)
  // Bash passes the parts of --option=value separately, and quotes as typed.
  const last = (words.at(-1) ?? '').replace(/^["']/, '').replace(/^=$/, '')
  const { command, operands, open } = walk(program, before)
  if (open) return { ...optionValue(open), prefix: '', typed: last }
  const [, flag = '', value] = /^(--[\w-]+)=(.*)$/.exec(last) ?? []
  const option = value === undefined ? undefined : optionOf(command, flag)
  if (option && value !== undefined) return { ...optionValue(option), prefix: `${flag}=`, typed: value }
  if (last.startsWith('-')) return { words: optionsOf(command), prefix: '', typed: last }
  if (operands === 0 && command.commands.length > 0) return { words: commandsOf(command), prefix: '', typed: last }
  const argument = argumentOf(command, operands)
  return { ...(argument ? argumentValue(argument) : { words: [] }), prefix: '', typed: last }
}

interface Walked {
  readonly command: Command
  readonly operands: number
  /** The option whose value is the next word. */
  readonly open: Option | undefined
}

function walk(program: Command, words: readonly string[]): Walked {
  let command = program
  let operands = 0
  let open: Option | undefined
  for (const word of words) {
    if (word === '=') continue
    if (open) {
      open = undefined
      continue
    }
    if (word.startsWith('-')) {
      const option = optionOf(command, word)
      open = option && (option.required || option.optional) ? option : undefined
      continue
    }
    const sub = operands === 0 ? visible(command).find((one) => one.name() === word) : undefined
    if (sub) command = sub
    else operands++
  }
  return { command, operands, open }
}

function visible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command)
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => long === flag || short === flag)
}

function optionsOf(command: Command): readonly Candidate[] {
  const options = command.createHelp().visibleOptions(command)
  return options.map(({ long, short, description }) => ({ text: long ?? short ?? '', description }))
}

function commandsOf(command: Command): readonly Candidate[] {
  return visible(command).map((one) => ({ text: one.name(), description: one.description() }))
}

function argumentOf({ registeredArguments }: Command, operands: number): Argument | undefined {
  const last = registeredArguments.at(-1)
  return registeredArguments[operands] ?? (last?.variadic ? last : undefined)
}

const namesByOption: Readonly<Record<string, NameKind>> = {
  '--profile': 'profile',
  '--based-on': 'profile',
  '--branch': 'branch',
  '--version-id': 'version',
  '--from': 'version',
  '--project': 'project',
  '--dimension': 'dimension',
  '--webhook': 'webhook',
  '--events': 'event',
  '--types': 'event',
  '--type': 'event',
}

const namesByArgument: Readonly<Record<string, NameKind>> = {
  profile: 'profile',
  branch: 'branch',
  version: 'version',
  commits: 'version',
  from: 'version',
  to: 'version',
  webhook: 'webhook',
  key: 'key',
  judgements: 'judgement',
  picture: 'judgement',
}

function optionValue({ argChoices, long, flags }: Option): Pick<Place, 'words' | 'names'> {
  if (argChoices) return { words: argChoices.map((text) => ({ text })) }
  // The shell completes names of files.
  if (/<(?:file|folder)>/.test(flags)) return { words: [] }
  const names = namesByOption[long ?? '']
  return { words: [], ...(names && { names }) }
}

function argumentValue(argument: Argument): Pick<Place, 'words' | 'names'> {
  if (argument.argChoices) return { words: argument.argChoices.map((text) => ({ text })) }
  const names = namesByArgument[argument.name()]
  return { words: [], ...(names && { names }) }
}
