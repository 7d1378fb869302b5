import { type Command, Option } from 'commander'

/** The options of commands that take folders. */
export function withFolderOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--exclude <pattern>', 'leave out what matches in folders, as in .gitignore; may be repeated')
        .argParser(collect)
        .default([], 'nothing'),
    )
    .option('--no-ignore', 'in folders, also take hidden files, node_modules, and what .gitignore excludes')
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value]
}
