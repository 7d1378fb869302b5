import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { print } from '../output.ts'
import { bold, cyan, dim } from '../terminal/text.ts'

/** Runs a command of this program in this process. */
export type RunCommand = (args: readonly string[]) => Promise<unknown>

interface Stop {
  readonly title: string
  /** What the commands do, before they run. */
  readonly text: string
  readonly commands: readonly (readonly string[])[]
}

const stops: readonly Stop[] = [
  {
    title: 'Look around',
    text: 'Two teams have taught their taste already. This is the history of one of them.',
    commands: [['profiles'], ['log', '--oneline', '--profile', 'Warm editorial']],
  },
  {
    title: 'Begin',
    text: 'Create your own profile. Before you judge anything, scores follow what people in general find beautiful.',
    commands: [
      ['init', 'Your taste', '--create', '--project', 'tour'],
      ['score', 'new'],
    ],
  },
  {
    title: 'Teach and commit',
    text: 'You like quiet things on tables, not wide views. Show that with ten pictures, then score the same ones again.',
    commands: [
      ['add', 'good/*.jpg', '--good'],
      ['add', 'bad/*.jpg', '--bad'],
      ['commit', '-m', 'Tables, not views'],
      ['score', 'new'],
    ],
  },
  {
    title: 'Branch',
    text: 'Try something without touching main: the same, but dark.',
    commands: [
      ['switch', '-c', 'try/dark'],
      ['add', 'dark/*.jpg', '--good'],
      ['add', 'bright/*.jpg', '--bad'],
      ['commit', '-m', 'Darker'],
      ['score', 'new'],
    ],
  },
  {
    title: 'Roll back',
    text: 'You liked it better before. The scores match the earlier commit to the last digit.',
    commands: [
      ['rollback', 'HEAD~1'],
      ['score', 'new'],
    ],
  },
]

/** Runs the commands of every stop in the current directory, and shows what they print. */
export async function takeTour(runCommand: RunCommand): Promise<void> {
  for (const [i, { title, text, commands }] of stops.entries()) {
    print(['', bold(`${i + 1}. ${title}`), dim(text)])
    for (const args of commands) {
      print(['', cyan(`$ palate ${args.map(quoted).join(' ')}`)])
      await runCommand(args.flatMap(expanded))
    }
  }
}

function quoted(word: string): string {
  return /^[\w./~*=-]+$/.test(word) ? word : `"${word}"`
}

/** Expands wildcards as a shell does. */
function expanded(word: string): readonly string[] {
  return basename(word).includes('*') ? globSync(word).toSorted() : [word]
}
