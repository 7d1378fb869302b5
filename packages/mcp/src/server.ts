import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Scope } from '@palate/core/route.ts'
import { askPageContent, listedAskPage } from './app/ask-app.ts'
import { appsExtension, canShowApps } from './app/capability.ts'
import type { OpenContext } from './context.ts'
import { failure } from './results.ts'
import { askTool } from './tools/ask.ts'
import { briefTool } from './tools/brief.ts'
import { chooseTool } from './tools/choose.ts'
import { examplesTool } from './tools/examples.ts'
import { pickTool } from './tools/pick.ts'
import { profilesTool } from './tools/profiles.ts'
import { scoreTool } from './tools/score.ts'
import { teachTool } from './tools/teach.ts'
import type { Call, Tool } from './tools/tool.ts'

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
  'Palate knows what one team likes. Before you make something visual, read palate_brief. Then make it, call palate_score, try every suggestion, and stop when none gains 0.02. If two variants are close, let the person choose with palate_ask.'

/** A server with the tools that the key may use. It is cheap to create: over HTTP, each message gets one. */
export function createMcpServer(open: OpenContext, version: string): Server {
  const server = new Server(
    { name: 'palate', title: 'Palate', version },
    { instructions, capabilities: { tools: {}, resources: {}, extensions: { [appsExtension]: {} } } },
  )
  server.setRequestHandler('tools/list', async (_request, call) => {
    // Without a login, all tools are listed. Each of them says what to do.
    const scopes = await open().then(
      (context) => context.scopes,
      () => undefined,
    )
    const { withPages, withoutPages } = toolsFor(scopes)
    return { tools: canShowApps(capabilitiesOf(server, call)) ? withPages : withoutPages }
  })
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args } }, call) => {
    try {
      const context = await open()
      const capabilities = capabilitiesOf(server, call)
      const tool = toolsFor(context.scopes).byName.get(name)
      // Where no page can call it, it would be the model that chooses.
      if (!tool || (!tool.listed.withoutPages && !canShowApps(capabilities))) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${JSON.stringify(name)}`)
      }
      return await tool.run(args, context, callOf(capabilities, call))
    } catch (error) {
      return failure(error)
    }
  })
  server.setRequestHandler('resources/list', () => ({ resources: [listedAskPage] }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    if (uri === listedAskPage.uri) return { contents: [askPageContent] }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no resource ${JSON.stringify(uri)}`)
  })
  return server
}

type ToolSet = ReturnType<typeof makeToolSet>
const toolSets = new Map<string, ToolSet>()

/** The tools of a set of scopes. There are few such sets, so each is made once. */
function toolsFor(scopes: readonly Scope[] | undefined): ToolSet {
  const key = scopes ? scopes.toSorted().join() : 'all'
  const known = toolSets.get(key)
  if (known) return known
  const made = makeToolSet(tools.filter((tool) => !scopes || tool.scopes.some((scope) => scopes.includes(scope))))
  toolSets.set(key, made)
  return made
}

function makeToolSet(allowed: readonly Tool[]) {
  return {
    byName: new Map(allowed.map((tool) => [tool.name, tool])),
    withPages: allowed.map(({ listed }) => listed.withPages),
    withoutPages: allowed.flatMap(({ listed }) => listed.withoutPages ?? []),
  }
}

function callOf(capabilities: ClientCapabilities | undefined, { mcpReq }: ServerContext): Call {
  return {
    canShowApps: canShowApps(capabilities),
    canAsk: capabilities?.elicitation !== undefined,
    answers: mcpReq.inputResponses,
    state: mcpReq.requestState(),
    signal: mcpReq.signal,
  }
}

/** A client of 2026 sends its capabilities with each request, an older one when it connects. */
function capabilitiesOf(server: Server, { mcpReq: { envelope } }: ServerContext): ClientCapabilities | undefined {
  const sent = (envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ]
  return sent ?? server.getClientCapabilities()
}
