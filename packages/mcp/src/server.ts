import { McpServer } from '@modelcontextprotocol/server'
import { registerAskApp } from './app/ask-app.ts'
import { appsExtension, canShowApps } from './app/capability.ts'
import { capabilitiesOf } from './client-capabilities.ts'
import type { McpContext } from './context.ts'
import { askTool } from './tools/ask.ts'
import { briefTool } from './tools/brief.ts'
import { chooseTool } from './tools/choose.ts'
import { examplesTool } from './tools/examples.ts'
import { pickTool } from './tools/pick.ts'
import { profilesTool } from './tools/profiles.ts'
import { scoreTool } from './tools/score.ts'
import { teachTool } from './tools/teach.ts'
import type { Tool } from './tools/tool.ts'

/** In the order in which an agent needs them. */
const tools: readonly Tool[] = [
  briefTool,
  scoreTool,
  pickTool,
  examplesTool,
  askTool,
  chooseTool,
  teachTool,
  profilesTool,
]

const instructions =
  'Palate knows what one team likes. Before you make something visual, read palate_brief. Then make it, call palate_score, revise by its suggestions, and stop when the score no longer rises. If two variants are close, let the person choose with palate_ask.'

/** A server with the tools that the key may use. */
export function createMcpServer(context: McpContext): McpServer {
  const { scopes, version } = context
  const server = new McpServer(
    { name: 'palate', title: 'Palate', version },
    { instructions, capabilities: { tools: {}, resources: {}, extensions: { [appsExtension]: {} } } },
  )
  const allowed = tools.filter((tool) => scopes === undefined || tool.scopes.some((scope) => scopes.includes(scope)))
  for (const tool of allowed) tool.register(server, context)
  registerAskApp(server)
  // Replaces the list of the SDK, which is the same for all clients.
  server.server.setRequestHandler('tools/list', (_request, call) => {
    const hasApps = canShowApps(capabilitiesOf(server, call))
    return { tools: allowed.flatMap((tool) => tool.describe(hasApps) ?? []) }
  })
  return server
}
