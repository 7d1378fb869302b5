import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { withExamples } from '../../examples.ts'
import { CommandError, print } from '../../output.ts'

/** In the repository, or where the package contains it. */
const source = fileURLToPath(new URL('../../../../../skills/palate', import.meta.url))

/** Where each agent looks for skills, in a project or in the home directory. */
const folders = {
  claude: '.claude/skills',
  cursor: '.cursor/skills',
  codex: '.codex/skills',
  copilot: '.github/skills',
} as const
const agents = Object.keys(folders) as (keyof typeof folders)[]

interface InstallOptions {
  readonly agent: keyof typeof folders | 'all'
  readonly dir: string
  readonly force?: boolean
}

export function skillCommand(): Command {
  const install = withExamples(
    new Command('install')
      .description('copy the skill to where agents look for it')
      .addOption(new Option('--agent <agent>', 'for this agent').choices([...agents, 'all']).default('claude'))
      .option('--dir <dir>', 'the folder of a project, or your home directory for all projects', '.')
      .option('--force', 'replace files that you have edited')
      .action(installSkill),
    ['skill install', 'skill install --agent all', 'skill install --agent codex --dir ~'],
  )
  const command = new Command('skill').description('teach coding agents how to use Palate').addCommand(install)
  return withExamples(command, ['skill install'])
}

/** A file that differs may have been edited, so it is kept unless `--force` is given. */
function installSkill({ agent, dir, force = false }: InstallOptions): void {
  const files = readdirSync(source)
  const kept: string[] = []
  for (const name of agent === 'all' ? agents : [agent]) {
    const target = join(dir, folders[name], 'palate')
    mkdirSync(target, { recursive: true })
    for (const file of files) {
      const path = join(target, file)
      const content = readFileSync(join(source, file))
      if (!force && existsSync(path) && !readFileSync(path).equals(content)) kept.push(relative('.', path) || path)
      else writeFileSync(path, content)
    }
    print(`${name}: ${relative('.', join(target, 'SKILL.md')) || target}`)
  }
  if (kept.length === 0) return
  throw new CommandError(
    `kept ${kept.join(', ')}: not as in this version of Palate. To replace your edits, pass --force`,
  )
}
