import { Command } from 'commander'
import { withExamples } from '../examples.ts'
import type { DemoOptions } from './demo.ts'
import type { RunCommand } from './tour.ts'

export function demoCommand(runCommand: RunCommand): Command {
  const command = new Command('demo')
    .description('start a service with pictures and taught profiles in a temporary folder, and take a tour')
    .option('--wait', 'keep the service running after the tour, until Ctrl-C (default on a terminal)')
    .option('--no-wait', 'exit after the tour')
    .option('--quick', 'use only the pictures of the tour, for a slow machine')
    .option('--draw <folder>', 'only draw the pictures and save them in this folder')
    .action(async (options: DemoOptions) => (await import('./demo.ts')).demo(runCommand, options))
  return withExamples(command, ['demo', 'demo --no-wait', 'demo --draw pictures'])
}
