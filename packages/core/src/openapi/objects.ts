/** The OpenAPI objects that we use, by their names in the specification. */
export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly object[]
  readonly parameters: readonly ParameterObject[]
  readonly requestBody?: { readonly required: boolean; readonly content: ContentObject }
  readonly responses: Readonly<Record<string, ResponseObject>>
}

export interface ParameterObject {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: JsonSchema
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, HeaderObject>>
  readonly content?: ContentObject
  /** Media types that a client can request with `Accept` instead of JSON. */
  readonly 'x-other-content'?: ContentObject
}

export interface HeaderObject {
  readonly description: string
  /** Whether every such response has it. */
  readonly required: boolean
  readonly schema: JsonSchema
}

/** By media type. */
export type ContentObject = Readonly<Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>>

/** The part of JSON Schema that our schemas use. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}
