import { createProgram } from '../../packages/cli/src/main.ts'

type Command = ReturnType<typeof createProgram>

/** Every command of the program with its parent commands, the program itself first. */
export function allCommands(command: Command = createProgram()): readonly Command[] {
  const { commands } = command
  const shown = commands.filter((one) => one.name() !== 'help' && !one.name().startsWith('__'))
  return [command, ...shown.flatMap(allCommands)]
}

export function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  return text
}

/** Lets the real program parse a command line without running it. Returns its error. */
export async function complaintOf(line: string): Promise<string | undefined> {
  let complaint = ''
  const program = createProgram()
  for (const command of allCommands(program)) {
    command.action(() => {})
    command.exitOverride((error) => {
      throw error
    })
    command.configureOutput({
      writeErr: (text) => {
        complaint += text
      },
    })
  }
  try {
    await program.parseAsync(wordsOf(line).slice(1), { from: 'user' })
    return undefined
  } catch {
    return complaint
  }
}

/** The words of a simple shell command, up to a redirection, a pipe or a comment. */
function wordsOf(line: string): readonly string[] {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const end = words.findIndex((word) => /^([|<>#]|&&)/.test(word))
  return end < 0 ? words : words.slice(0, end)
}
