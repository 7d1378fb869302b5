import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { chromium } from 'playwright-core'
import { runLoop } from './loop.ts'

/**
 * `node examples/agent-loop/main.ts PROFILE`: needs a running service, `palate login`, and Chromium at CHROMIUM or
 * where Playwright puts it.
 */
const [, , profile = ''] = process.argv
const folder = mkdtempSync(join(tmpdir(), 'palate-agent-loop-'))
const executablePath = process.env.CHROMIUM
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
const mcp = new Client({ name: 'agent-loop', version: '1' })
await mcp.connect(new StdioClientTransport({ command: 'palate', args: ['mcp', '--profile', profile], cwd: folder }))
try {
  await runLoop(mcp, await browser.newPage(), folder, (line) => process.stdout.write(`${line}\n`))
  process.stdout.write(`\nThe pictures are in ${folder}\n`)
} finally {
  await mcp.close()
  await browser.close()
}
