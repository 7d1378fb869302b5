import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server'
import { palateCommand, unconfigured } from '../harness/process.ts'

/** The revision of 2026, and the handshake of the revisions before it. */
export const eras = ['auto', 'legacy'] as const
export type Era = (typeof eras)[number]

export interface McpService {
  readonly url: string
  readonly key: string
}

export interface Asked {
  readonly era?: Era
  /** Whether the client shows pages in the chat. */
  readonly apps?: boolean
  /** How the person answers a question. Without it, the client cannot ask. */
  readonly answer?: (message: string) => {
    readonly action: 'accept' | 'decline'
    readonly content?: Record<string, string>
  }
}

export function createClient({ era = 'auto', apps = false, answer }: Asked): Client {
  const capabilities = {
    ...(answer && { elicitation: { form: {} } }),
    ...(apps && { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } }),
  }
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode: era } })
  if (answer) client.setRequestHandler('elicitation/create', async ({ params }) => answer(params.message))
  return client
}

/** The official client, connected to `/mcp`. */
export async function connectOverHttp({ url, key }: McpService, options: Asked = {}): Promise<Client> {
  const client = createClient(options)
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
  return client
}

/** The official client, connected to `palate mcp` in a folder. */
export async function connectOverStdio(
  { url, key }: { readonly url: string; readonly key: string | undefined },
  cwd: string,
  args: readonly string[] = [],
  options: Asked = {},
): Promise<Client> {
  const client = createClient(options)
  const env = { ...unconfigured(), PALATE_URL: url, PALATE_API_KEY: key, XDG_CONFIG_HOME: cwd }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [palateCommand, 'mcp', ...args],
      env: Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
      cwd,
    }),
  )
  return client
}

/** Calls a tool. Returns what the model reads: the text, and the structure if there is one. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args })
  const blocks = result.content as readonly { type: string; text?: string; data?: string; mimeType?: string }[]
  return {
    isError: result.isError === true,
    text: blocks.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n'),
    images: blocks.filter(({ type }) => type === 'image'),
    data: result.structuredContent as Record<string, never> | undefined,
  }
}
