import { addStep, isRecording, nowMs } from './tracing.ts'

const textCharactersMax = 2_000

/** Adds the span of a statement, or of a transaction, that has just ended. */
export type AddStatement = (kind: 'read' | 'write', seconds: number, text?: string) => void

/**
 * With the attributes of https://opentelemetry.io/docs/specs/semconv/db/. The text of a statement has no values: these
 * are parameters.
 */
export function createAddStatement(databaseUrl: string | undefined): AddStatement {
  const database = describeDatabase(databaseUrl)
  return (kind, seconds, text) => {
    if (!isRecording()) return
    const endMs = nowMs()
    const statement = text === undefined ? { 'db.query.summary': `store ${kind}` } : describeStatement(text)
    const attributes = { ...database, ...statement }
    addStep(statement['db.query.summary'], endMs - seconds * 1000, endMs, { kind: 'client', attributes })
  }
}

function describeDatabase(url: string | undefined) {
  if (url === undefined) return { 'db.system.name': 'sqlite' }
  const { hostname, port, pathname } = URL.canParse(url) ? new URL(url) : { hostname: '', port: '', pathname: '' }
  return {
    'db.system.name': 'postgresql',
    ...(pathname.length > 1 && { 'db.namespace': decodeURIComponent(pathname.slice(1)) }),
    ...(hostname !== '' && { 'server.address': hostname }),
    ...(port !== '' && { 'server.port': Number(port) }),
  }
}

function describeStatement(text: string) {
  const [, operation = 'statement'] = /\b(select|insert|update|delete)\b/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([a-z_]+)/i.exec(text) ?? []
  return {
    'db.operation.name': operation.toUpperCase(),
    ...(table !== undefined && { 'db.collection.name': table }),
    'db.query.summary': table === undefined ? operation.toUpperCase() : `${operation.toUpperCase()} ${table}`,
    'db.query.text': text.slice(0, textCharactersMax),
  }
}
