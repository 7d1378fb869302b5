import { z } from 'zod'
import { type OperationsFor, operation } from '../route-types.ts'
import { McpMessage, ServiceStatus } from './schema.ts'
import type { serviceRoutes } from './service-routes.ts'

export const serviceOperations = {
  health: operation(
    { reply: z.object({ status: z.literal('ok') }) },
    {
      summary: 'Check that the process is up',
      description: 'A liveness check. It does not access the store.',
      faults: [],
      answers: { 200: 'The process is up' },
      examples: { reply: { status: 'ok' } },
    },
  ),

  readiness: operation(
    {
      query: z.object({
        ignore: z.literal('dependencies').optional().meta({
          description: 'Stay 200 while only dependencies are down, so that a balancer passes the 503 of requests on',
        }),
      }),
      reply: z.object({
        status: z.enum(['ready', 'dependency_down']),
        checks: z.record(z.string(), z.string()).optional().meta({
          description: 'Failed checks with their reasons, such as `frames` for the bucket: only some requests need it',
        }),
      }),
    },
    {
      summary: 'Check that the service is ready',
      description:
        'A readiness check: the store responds and has free space, a built-in picture was scored at startup, and the workers that read pictures are not stuck. Otherwise `checks` lists the failures, and `cause` says whether another process may do better (`process`) or all have the same failure (`dependency`).',
      faults: ['unavailable'],
      answers: { 200: 'The service is ready' },
      examples: { reply: { status: 'ready' } },
    },
  ),

  getStatus: operation(
    { reply: ServiceStatus },
    {
      summary: 'Read the status of the service',
      description:
        'For the dashboard and for people: the version, the store, queued work, and the storage that the account uses. `/readyz` and `/metrics` are for machines.',
      faults: [],
      answers: { 200: 'The status' },
      examples: {
        reply: {
          version: '0.1.0',
          startedAt: '2026-03-02T09:00:00.000Z',
          store: 'sqlite',
          embedder: 'mobilenetv2-trunk',
          failedChecks: {},
          scoring: { threads: 4, running: 1, waiting: 0 },
          batches: { unfinished: 1, oldestSeconds: 12.5 },
          account: { usedBytes: 734003200, maxBytes: 21474836480 },
          deliveries: { overdueSeconds: null },
        },
      },
    },
  ),

  apiDescription: operation(
    { reply: z.looseObject({ openapi: z.string() }) },
    {
      summary: 'Read this description (OpenAPI 3.1)',
      description: 'Describes every operation and every event. It changes only when the service version changes.',
      faults: [],
      answers: { 200: 'The description' },
      examples: { reply: { openapi: '3.1.0' } },
    },
  ),

  apiPage: operation(
    { reply: z.string() },
    {
      summary: 'Read this description as HTML',
      description: 'The same description as a web page.',
      faults: [],
      answers: { 200: 'The page' },
      examples: { text: { 'text/html; charset=utf-8': '<!doctype html>' } },
    },
  ),

  callMcp: operation(
    { body: McpMessage, reply: McpMessage },
    {
      summary: 'Call a tool over MCP',
      description:
        'The Model Context Protocol over HTTP, without sessions, for clients of revision 2026-07-28 and of the revisions of 2025. The tools are `palate_brief`, `palate_score`, `palate_pick`, `palate_examples`, `palate_ask`, `palate_teach` and `palate_profiles`; `tools/list` returns those that the scopes of the key allow. A tool is a client of the other operations: its requests count like any other. Pictures are named by URL, `frame:<id>` or data URL (up to 1 MiB). Pages of other origins are refused.',
      faults: ['origin_forbidden'],
      answers: { 200: 'The response to the message', 202: 'A notification was accepted' },
      examples: {
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        reply: { jsonrpc: '2.0', id: 1, result: { tools: [] } },
      },
    },
  ),
} satisfies OperationsFor<typeof serviceRoutes>
