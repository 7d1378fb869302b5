import type { z } from 'zod'
import type { FaultCode } from './fault.ts'

/** One operation of the service: see `routes.ts`. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters as `:name`. */
  readonly path: string
  readonly tag: 'Profiles' | 'History' | 'Scoring' | 'Webhooks' | 'Events' | 'API keys' | 'Projects' | 'Service'
  readonly summary: string
  readonly description?: string
  /** `open` routes need no key. */
  readonly access: 'key' | 'open'
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: z.ZodType
  readonly bodyBytesMax?: number
  readonly bodyOptional?: boolean
  readonly status: number
  readonly reply: z.ZodType
  readonly mediaType?: string
  /** Other good answers, for whoever asks for them. */
  readonly alternatives?: readonly Alternative[]
  readonly faults: readonly FaultCode[]
}

export interface Alternative {
  readonly status: number
  readonly description: string
  /** Absent where the status says it all. */
  readonly content?: { readonly mediaType: string; readonly reply: z.ZodType }
}

const mebibyte = 1024 * 1024
export const bodyBytesMax = mebibyte
/** Of a profile, and of frames to be scored. */
export const largeBodyBytesMax = 32 * mebibyte
