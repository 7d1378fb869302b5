import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { Scope } from '@palate/core/route.ts'
import { z } from 'zod'
import { type McpContext, ToolError } from '../context.ts'

export interface Tool {
  readonly name: string
  /** A key needs one of these. */
  readonly scopes: readonly Scope[]
  /** For clients that show pages in the chat, and for all others. Undefined if it is only for pages. */
  readonly listed: { readonly withPages: ListedTool; readonly withoutPages: ListedTool | undefined }
  /** Throws a ToolError if the arguments are wrong. */
  run(args: unknown, context: McpContext, call: Call): Promise<CallToolResult | InputRequiredResult>
}

/** How `tools/list` describes a tool. */
interface ListedTool {
  readonly name: string
  readonly inputSchema: { readonly type: 'object' }
  readonly _meta?: Readonly<Record<string, unknown>>
}

interface ToolDefinition<Shape extends z.ZodRawShape> {
  readonly name: `palate_${string}`
  readonly title: string
  /** Written for a model: what it is for, when to call it, what comes back. */
  readonly description: string
  readonly scopes: readonly Scope[]
  readonly input: Shape
  /** Whether it stores a judgement. */
  readonly teaches?: true
  /** For clients that show pages in the chat: the page of this tool, or that only a page may call it. */
  readonly ui?: { readonly resourceUri: string } | { readonly visibility: readonly ['app'] }
  run(args: z.infer<z.ZodObject<Shape>>, context: McpContext, call: Call): Promise<CallToolResult | InputRequiredResult>
}

export interface Call {
  /** Whether the client shows pages in the chat. */
  readonly canShowApps: boolean
  /** Whether the client can show the person a question. */
  readonly canAsk: boolean
  /** The answers to the questions of an earlier result. */
  readonly answers: Readonly<Record<string, unknown>> | undefined
  /** What the earlier result told the client to send back. */
  readonly state: string | undefined
  /** Aborted when the client no longer waits. */
  readonly signal: AbortSignal
}

export function defineTool<Shape extends z.ZodRawShape>(tool: ToolDefinition<Shape>): Tool {
  const { name, title, description, scopes, teaches = false, ui } = tool
  const input = z.strictObject(tool.input)
  // Teaching again replaces the first judgement, and a commit by a person makes it permanent.
  const hints = { readOnlyHint: !teaches, destructiveHint: false, idempotentHint: true, openWorldHint: false }
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' })
  const inputSchema = schema as ListedTool['inputSchema']
  const withoutPages = { name, title, description, annotations: { title, ...hints }, inputSchema }
  return {
    name,
    scopes,
    listed: {
      withPages: ui ? { ...withoutPages, _meta: { ui } } : withoutPages,
      withoutPages: ui && 'visibility' in ui ? undefined : withoutPages,
    },
    async run(args, context, call) {
      const parsed = input.safeParse(args ?? {})
      if (!parsed.success) throw wrongArguments(name, Object.keys(tool.input), parsed.error.issues)
      return tool.run(parsed.data, context, call)
    },
  }
}

function wrongArguments(tool: string, known: readonly string[], issues: readonly z.core.$ZodIssue[]): ToolError {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  const others = issues.filter(({ code }) => code !== 'unrecognized_keys')
  const takes = known.length > 0 ? `It takes ${known.join(', ')}.` : 'It takes none.'
  const sentences = [
    ...(unknown.length > 0
      ? [`${tool} has no argument ${unknown.map((key) => JSON.stringify(key)).join(', ')}. ${takes}`]
      : []),
    ...others.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}.`),
  ]
  return new ToolError(sentences.join(' '))
}
