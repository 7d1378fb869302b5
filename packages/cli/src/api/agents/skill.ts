import { cpSync, mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { withExamples } from '../../examples.ts'
import { say } from '../../output.ts'

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
}

export function skillCommand(): Command {
  const install = withExamples(
    new Command('install')
      .description('copy the skill to where agents look for it')
      .addOption(new Option('--agent <agent>', 'for this agent').choices([...agents, 'all']).default('claude'))
      .option('--dir <dir>', 'the folder of a project, or your home directory for all projects', '.')
      .action(installSkill),
    ['skill install', 'skill install --agent all', 'skill install --agent codex --dir ~'],
  )
  const command = new Command('skill').description('teach coding agents how to use Palate').addCommand(install)
  return withExamples(command, ['skill install'])
}

function installSkill({ agent, dir }: InstallOptions): void {
  for (const name of agent === 'all' ? agents : [agent]) {
    const target = join(dir, folders[name], 'palate')
    mkdirSync(target, { recursive: true })
    cpSync(source, target, { recursive: true })
    say(`${name}: ${relative('.', join(target, 'SKILL.md')) || target}`)
  }
}
