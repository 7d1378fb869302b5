import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/**
 * `npm run conformance`: starts a service and checks its tools for agents with the official conformance suite and with
 * the inspector's command-line mode. Both are downloaded on demand, because they need more than 200 packages.
 */
const suite = '@modelcontextprotocol/conformance@0.1.16'
const inspector = '@modelcontextprotocol/inspector@2.12.0'

/** The scenarios that a server with tools and one page can pass. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection']

/** Why the others are left out. */
const skipped: Readonly<Record<string, string>> = {
  'tools-call-*, json-schema-2020-12, elicitation-*, server-sse-polling': 'call tools of a reference server',
  'resources-read-*, resources-templates-read, prompts-get-*': 'read contents of a reference server',
  'prompts-list': 'there are no prompts',
  'resources-subscribe, resources-unsubscribe': 'the only resource never changes',
  'server-sse-multiple-streams': 'responses are JSON, never streams',
  'logging-set-level': 'logging is deprecated in the protocol',
  'completion-complete': 'there is nothing to complete',
}

const palate = fileURLToPath(new URL('../packages/cli/bin/palate.js', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'palate-conformance-'))
const env = { ...process.env, PALATE_DATA_DIR: home, PALATE_PORT: '0', XDG_CONFIG_HOME: home }
const service = spawn(process.execPath, [palate, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
try {
  const url = await addressOf(service.stdout)
  const key = readFileSync(join(home, 'bootstrap-key'), 'utf8').trim()
  const proxy = await startProxy(url, key)
  const checks = { ...scenarioCalls(proxy.url), ...inspectorCalls(url, key) }
  const failed: string[] = []
  for (const [name, args] of Object.entries(checks)) if (!(await passes(name, args))) failed.push(name)
  proxy.close()
  for (const [names, reason] of Object.entries(skipped)) process.stdout.write(`skipped ${names}: ${reason}\n`)
  if (failed.length > 0) process.exitCode = 1
} finally {
  service.kill('SIGTERM')
  await new Promise((resolve) => service.once('close', resolve))
  rmSync(home, { recursive: true, force: true })
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const found = /palate: listening on (http:\S+)/.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('the service did not start')
}

/** The suite cannot send a key, so this adds it. Every other header arrives unchanged. */
async function startProxy(target: string, key: string) {
  const proxy = createServer((incoming, response) => {
    const { method = 'GET', url = '/' } = incoming
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const outgoing = request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return { url: `http://localhost:${port}/mcp`, close: () => proxy.close() }
}

type Calls = Readonly<Record<string, readonly string[]>>

function scenarioCalls(url: string): Calls {
  return Object.fromEntries(scenarios.map((name) => [name, [suite, 'server', '--url', url, '--scenario', name]]))
}

function inspectorCalls(url: string, key: string): Calls {
  const list = ['--method', 'tools/list', '--strict', '--format', 'json']
  const apps = ['--method', 'tools/list', '--app-info', '--advertise-apps']
  const http = [inspector, '--cli', `${url}/mcp`, '--header', `Authorization: Bearer ${key}`]
  const variables = ['-e', `PALATE_URL=${url}`, '-e', `PALATE_API_KEY=${key}`]
  const stdio = [inspector, '--cli', ...variables, process.execPath, palate, 'mcp']
  return {
    'inspector: tools over HTTP': [...http, ...list],
    'inspector: tools over stdio': [...stdio, ...list],
    'inspector: a call over HTTP': [...http, '--method', 'tools/call', '--tool-name', 'palate_profiles'],
    'inspector: the page over stdio': [...stdio, ...apps],
  }
}

async function passes(name: string, args: readonly string[]): Promise<boolean> {
  const child = spawn('npx', ['--yes', '--prefer-offline', ...args], { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ])
  process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'} ${name}\n`)
  if (code !== 0) process.stdout.write(`${stdout}${stderr}\n`)
  return code === 0
}
