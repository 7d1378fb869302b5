import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import type { Scope } from '@palate/core/route.ts'
import { z } from 'zod'
import { canShowApps } from '../app/capability.ts'
import { capabilitiesOf } from '../client-capabilities.ts'
import type { McpContext } from '../context.ts'
import { failure } from '../results.ts'

export interface Tool {
  /** A key needs one of these. */
  readonly scopes: readonly Scope[]
  register(server: McpServer, context: McpContext): void
  /** How `tools/list` describes it. Undefined if it is only for pages, and the client shows none. */
  describe(canShowApps: boolean): ListedTool | undefined
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
  /** For clients that show pages in the chat: the page of this tool, or that only a page may call it. */
  readonly ui?: { readonly resourceUri: string } | { readonly visibility: readonly ['app'] }
  run(args: z.infer<Input>, context: McpContext, call: Call): Promise<CallToolResult | InputRequiredResult>
}

export interface Call {
  /** Whether the client shows pages in the chat. */
  readonly canShowApps: boolean
  /** Whether the client can show the person a question. */
  readonly canAsk: boolean
  /** The answers to the questions of an earlier result. */
  readonly answers: Readonly<Record<string, unknown>> | undefined
}

/** Failures become results, so that the model can read them and try something else. */
export function defineTool<Input extends z.ZodObject>(tool: ToolDefinition<Input>): Tool {
  const { name, title, description, scopes, input, teaches = false, ui } = tool
  // Teaching again replaces the first judgement, and a commit by a person makes it permanent.
  const hints = { readOnlyHint: !teaches, destructiveHint: false, idempotentHint: true, openWorldHint: false }
  const texts = { title, description, annotations: { title, ...hints } }
  return {
    scopes,
    register(server, context) {
      const config = { ...texts, inputSchema: input as z.ZodObject }
      server.registerTool(name, config, async (args: unknown, call: ServerContext) => {
        try {
          return await tool.run(args as z.infer<Input>, context, callOf(server, call))
        } catch (error) {
          return failure(error)
        }
      })
    },
    describe(hasApps) {
      if (ui && 'visibility' in ui && !hasApps) return undefined
      const inputSchema = z.toJSONSchema(input, { io: 'input' }) as ListedTool['inputSchema']
      return { name, ...texts, inputSchema, ...(ui && hasApps && { _meta: { ui } }) }
    },
  }
}

interface ListedTool {
  readonly name: string
  readonly inputSchema: { readonly type: 'object' }
  readonly _meta?: Readonly<Record<string, unknown>>
}

function callOf(server: McpServer, context: ServerContext): Call {
  const capabilities = capabilitiesOf(server, context)
  return {
    canShowApps: canShowApps(capabilities),
    canAsk: capabilities?.elicitation !== undefined,
    answers: context.mcpReq.inputResponses,
  }
}
