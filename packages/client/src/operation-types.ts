import type { operations } from './api-types.ts'

export type OperationName = keyof operations

/** The query parameters of an operation. */
export type Query<Name extends OperationName> = NonNullable<operations[Name]['parameters']['query']>

/** The JSON body of an operation. */
export type Body<Name extends OperationName> =
  NonNullable<operations[Name]['requestBody']> extends { content: { 'application/json': infer Sent } } ? Sent : never

/** The JSON response of an operation. */
export type Reply<Name extends OperationName> = {
  [Status in keyof operations[Name]['responses']]: operations[Name]['responses'][Status] extends {
    content: { 'application/json': infer Answer }
  }
    ? Answer
    : never
}[keyof operations[Name]['responses']]
