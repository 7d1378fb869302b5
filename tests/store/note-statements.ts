import { StatementSync } from 'node:sqlite'
import pg from 'pg'

type Values = readonly unknown[]
// biome-ignore lint/suspicious/noExplicitAny: these are methods of others
type Method = (this: unknown, ...args: any[]) => unknown

/** Calls `note` with the values of every statement that this process sends to either store. Returns how to stop. */
export function noteStatements(note: (values: Values) => void): () => void {
  const restores = [
    ...['all', 'get', 'run', 'iterate'].map((name) => replace(StatementSync.prototype, name, note)),
    replace(pg.Client.prototype, 'query', ([query, values]) => note(valuesOf(query) ?? valuesOf({ values }) ?? [])),
  ]
  return () => {
    for (const restore of restores) restore()
  }
}

function replace(target: object, name: string, note: (args: Values) => void): () => void {
  const methods = target as Record<string, Method>
  const original = methods[name] as Method
  methods[name] = function noted(...args) {
    note(args)
    return original.apply(this, args)
  }
  return () => {
    methods[name] = original
  }
}

function valuesOf(query: unknown): Values | undefined {
  const { values } = (query ?? {}) as { readonly values?: unknown }
  return Array.isArray(values) ? values : undefined
}
