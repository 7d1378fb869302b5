import { Command, Option } from 'commander'
import { expect, test } from 'vitest'
import { placeOf } from './candidates.ts'
import { scripts } from './scripts.ts'

const program = new Command('palate')
program
  .command('log')
  .description('commits')
  .argument('[branch]')
  .option('--oneline', 'short')
  .option('-p, --profile <profile>', 'which')
program.command('init').option('--from <file>', 'a guide')
const webhooks = program.command('webhooks')
webhooks
  .command('deliveries')
  .argument('<webhook>')
  .addOption(new Option('--status <status>').choices(['dead', 'pending']))
program.addCommand(new Command('__complete'), { hidden: true })

const at = (...words: string[]) => {
  const { words: known, ...rest } = placeOf(program, words)
  return { ...rest, words: known.map(({ text }) => text) }
}

test('commands, subcommands and options are known, hidden ones are not', () => {
  expect(at('')).toMatchObject({ words: ['log', 'init', 'webhooks', 'help'], typed: '' })
  expect(at('webhooks', 'del')).toMatchObject({ words: ['deliveries', 'help'], typed: 'del' })
  expect(at('log', '--o')).toMatchObject({ words: ['--oneline', '--profile', '--help'], typed: '--o' })
  expect(at('log', '--oneline', '')).toMatchObject({ words: [], names: 'branch' })
})

test('the value of an option is one of its choices, or a name that is asked for', () => {
  expect(at('webhooks', 'deliveries', '--status', 'd')).toMatchObject({ words: ['dead', 'pending'], typed: 'd' })
  expect(at('log', '-p', 'Hou')).toMatchObject({ names: 'profile', typed: 'Hou', prefix: '' })
  expect(at('log', '--profile=Hou')).toMatchObject({ names: 'profile', typed: 'Hou', prefix: '--profile=' })
  // This is how bash hands it over.
  expect(at('log', '--profile', '=', '"Hou')).toMatchObject({ names: 'profile', typed: 'Hou', prefix: '' })
  expect(at('log', '--profile', '=')).toMatchObject({ names: 'profile', typed: '', prefix: '' })
})

test('the shell completes names of files, even where other commands take a name', () => {
  expect(at('init', '--from', 'DES')).toMatchObject({ words: [], typed: 'DES' })
  expect(at('init', '--from', 'DES')).not.toHaveProperty('names')
})

test('past the last argument there is nothing to say', () => {
  expect(at('log', 'main', '')).toMatchObject({ words: [] })
  expect(at('log', 'main', '')).not.toHaveProperty('names')
  expect(at('none', 'of', 'these')).toMatchObject({ words: [] })
})

test('each script asks the command for the words before the cursor, and is quiet about errors', () => {
  expect(Object.keys(scripts)).toEqual(['bash', 'zsh', 'fish'])
  for (const script of Object.values(scripts))
    expect(script).toMatch(/palate __complete -- .* 2>\/dev\/null <\/dev\/null/)
})
