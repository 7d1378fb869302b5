import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import type { DemoOptions } from './demo.ts'
import type { RunCommand } from './tour.ts'

export function demoCommand(runCommand: RunCommand): Command {
  const command = new Command('demo')
    .description('a service with pictures and taught profiles in a temporary folder, and a tour of it')
    .option('--wait', 'leave the service running after the tour, until Ctrl-C (default on a terminal)')
    .option('--no-wait', 'end after the tour')
    .option('--quick', 'only the pictures of the tour, for a slow machine')
    .option('--draw <folder>', 'only draw the pictures, into this folder')
    .action(async (options: DemoOptions) => (await import('./demo.ts')).demo(runCommand, options))
  return withExamples(command, ['demo', 'demo --no-wait', 'demo --draw pictures'])
}
