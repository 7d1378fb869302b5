import { McpServer } from '@modelcontextprotocol/server'
import type { McpContext } from './context.ts'
import { askTool } from './tools/ask.ts'
import { briefTool } from './tools/brief.ts'
import { examplesTool } from './tools/examples.ts'
import { pickTool } from './tools/pick.ts'
import { profilesTool } from './tools/profiles.ts'
import { scoreTool } from './tools/score.ts'
import { teachTool } from './tools/teach.ts'
import type { Tool } from './tools/tool.ts'

/** In the order in which an agent needs them. */
const tools: readonly Tool[] = [briefTool, scoreTool, pickTool, examplesTool, askTool, teachTool, profilesTool]

const instructions =
  'Palate knows what one team likes. Before you make something visual, read palate_brief. Then make it, call palate_score, revise by its suggestions, and stop when the score no longer rises. If two variants are close, let the person choose with palate_ask.'

/** A server with the tools that the key may use. */
export function createMcpServer(context: McpContext): McpServer {
  const { scopes, version } = context
  const server = new McpServer(
    { name: 'palate', title: 'Palate', version },
    { instructions, capabilities: { tools: {} } },
  )
  for (const tool of tools) {
    if (scopes === undefined || tool.scopes.some((scope) => scopes.includes(scope))) tool.register(server, context)
  }
  return server
}
