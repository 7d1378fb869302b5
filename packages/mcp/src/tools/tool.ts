import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Scope } from '@palate/core/route.ts'
import type { z } from 'zod'
import type { McpContext } from '../context.ts'
import { failure } from '../results.ts'

export interface Tool {
  /** A key needs one of these. */
  readonly scopes: readonly Scope[]
  register(server: McpServer, context: McpContext): void
}

interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: `palate_${string}`
  readonly title: string
  /** Written for a model: what it is for, when to call it, what comes back. */
  readonly description: string
  readonly scopes: readonly Scope[]
  readonly input: Input
  /** Whether it stores a judgement. */
  readonly teaches?: true
  run(args: z.infer<Input>, context: McpContext, call: Call): Promise<CallToolResult | InputRequiredResult>
}

export interface Call {
  /** Whether the client can show the person a question. */
  readonly canAsk: boolean
  /** The answers to the questions of an earlier result. */
  readonly answers: Readonly<Record<string, unknown>> | undefined
}

/** Failures become results, so that the model can read them and try something else. */
export function defineTool<Input extends z.ZodObject>(tool: ToolDefinition<Input>): Tool {
  const { name, title, description, scopes, input, teaches = false } = tool
  // Teaching again replaces the first judgement, and a commit by a person makes it permanent.
  const hints = { readOnlyHint: !teaches, destructiveHint: false, idempotentHint: true, openWorldHint: false }
  return {
    scopes,
    register(server, context) {
      const config = { title, description, inputSchema: input as z.ZodObject, annotations: { title, ...hints } }
      server.registerTool(name, config, async (args: unknown, call: ServerContext) => {
        try {
          return await tool.run(args as z.infer<Input>, context, callOf(server, call))
        } catch (error) {
          return failure(error)
        }
      })
    },
  }
}

/** A client of 2026 sends its capabilities with each request, an older one when it connects. */
function callOf({ server }: McpServer, { mcpReq: { envelope, inputResponses } }: ServerContext): Call {
  const sent = (envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ]
  const capabilities = sent ?? server.getClientCapabilities()
  return { canAsk: capabilities?.elicitation !== undefined, answers: inputResponses }
}
