/**
 * The MCP server of the plugin. It runs `palate mcp` if `palate` is on the PATH. Otherwise it passes each message on to
 * the service at `/mcp`, so the plugin needs nothing but Node and a key. It depends on nothing and installs nothing: a
 * plugin is copied without the repository around it, and names in a registry could belong to anybody.
 */
import { spawn } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

const isWindows = process.platform === 'win32'
const command = findOnPath(isWindows ? 'palate.cmd' : 'palate')
if (command) run(command)
else passOn(readAccess())

function findOnPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function run(path) {
  // A path with spaces needs quotes in a shell, which Windows uses to run a .cmd file.
  const child = spawn(isWindows ? `"${path}"` : path, ['mcp'], { stdio: 'inherit', shell: isWindows })
  child.on('error', (error) => process.stderr.write(`${error.message}\n`))
  child.on('close', (code) => process.exit(code ?? 1))
}

/** The variables of the command line, or its last login. A stored key is sent only to its own URL. */
function readAccess() {
  const { PALATE_URL, PALATE_API_KEY, XDG_CONFIG_HOME } = process.env
  const stored = readJson(join(XDG_CONFIG_HOME || join(homedir(), '.config'), 'palate', 'config.json'))
  const url = PALATE_URL || (PALATE_API_KEY ? undefined : stored.url) || 'http://127.0.0.1:8080'
  const logins = [stored, ...(stored.others ?? [])]
  return { url: url.replace(/\/+$/, ''), apiKey: PALATE_API_KEY || logins.find((login) => login.url === url)?.apiKey }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** One message per line, in both directions. Ends with its input, once all answers are written. */
function passOn(access) {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const message = parse(line)
    const answer = message && (await send(access, message).catch((error) => failure(message, error.message)))
    if (answer !== undefined && message.id !== undefined) process.stdout.write(`${JSON.stringify(answer)}\n`)
  })
}

/** Undefined for a line that is no message. */
function parse(line) {
  try {
    const message = JSON.parse(line)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}

async function send({ url, apiKey }, message) {
  if (!apiKey) throw new Error(`Palate needs a key. ${advice}`)
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...protocolHeaders(message),
    },
    body: JSON.stringify(message),
  }).catch(({ cause, message: reason }) => {
    throw new Error(`The Palate service at ${url} cannot be reached (${cause?.code ?? reason}). ${advice}`)
  })
  const text = await response.text()
  if (text === '') return undefined
  const answer = JSON.parse(text)
  if (answer.jsonrpc === undefined) throw new Error(`${answer.detail ?? answer.title}. ${advice}`)
  return answer
}

const advice =
  'Ask the person to set PALATE_URL and PALATE_API_KEY, or to install the `palate` command and run `palate login`; then restart this server.'

/** A message of the revision of 2026 repeats some of its members in headers. */
function protocolHeaders({ method, params }) {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  if (version === undefined) return {}
  const name = params.name ?? params.uri
  return { 'mcp-protocol-version': version, 'mcp-method': method, ...(name !== undefined && { 'mcp-name': name }) }
}

/** Clients hide why a server did not start. So it starts, and tells the model. */
function failure({ id, method, params }, text) {
  const results = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'palate', version: '0' },
      instructions: text,
    },
    'tools/list': { tools: [] },
    'tools/call': { content: [{ type: 'text', text }], isError: true },
  }
  const result = results[method]
  return result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32603, message: text } }
}
