import { currentWork } from '@palate/server/work/current-work.ts'
import pg from 'pg'
import type { SentStatement } from './pinned-accounts.ts'

export interface RecordedStatement extends SentStatement {
  /** The functions of the server that sent it, with their files, nearest first. */
  readonly callers: readonly string[]
}

interface InOtherTurn extends Pick<RecordedStatement, 'text' | 'callers'> {
  /** Empty for the service itself. */
  readonly owner: string
}

/** Records what all PostgreSQL connections of this process send, until `stop`. The same text is recorded once. */
export function recordStatements() {
  const recorded = new Map<string, RecordedStatement>()
  const inOtherTurns = new Map<string, InOtherTurn>()
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 50

  function note([first, second]: readonly unknown[]): void {
    const { text, values } = isQuery(first) ? first : { text: String(first), values: second }
    const sent = { text, values: Array.isArray(values) ? values : [] }
    const shape = text.replaceAll(/(\(\$\d+[^()]*\))(, \(\$\d+[^()]*\))+/g, '$1')
    const callers = callersIn(new Error().stack)
    const known = recorded.get(shape)
    const { accountId: owner } = currentWork()
    const beyondStore = callers.filter((caller) => !caller.includes('(store/'))
    if (beyondStore.length > 0 && !mayRunInTurnOf(owner, sent)) {
      inOtherTurns.set(`${owner} ${beyondStore}`, { owner, text, callers: beyondStore })
    }
    if (!known || known.callers.length === 0 || namesSeveral(sent)) recorded.set(shape, { ...sent, callers })
  }

  const restores = [pg.Client.prototype, pg.Pool.prototype].map((target) => recordQueries(target, note))
  return {
    statements: () => [...recorded.values()],
    /** Statements for an account in the turn of another owner. */
    inOtherTurns: () => [...inOtherTurns.values()],
    stop() {
      for (const restore of restores) restore()
      Error.stackTraceLimit = limit
    },
  }
}

/** A pool queries a client later, when its caller is no longer known, so the queries of both are recorded. */
function recordQueries(target: pg.Client | pg.Pool, note: (args: readonly unknown[]) => void): () => void {
  const { query } = target
  const replace = (by: unknown) =>
    Object.defineProperty(target, 'query', { value: by, writable: true, configurable: true })
  replace(function record(this: unknown, ...args: unknown[]) {
    note(args)
    return Reflect.apply(query, this, args)
  })
  return () => replace(query)
}

function isQuery(value: unknown): value is { readonly text: string; readonly values?: unknown } {
  return typeof value === 'object' && value !== null && 'text' in value
}

/** Without a key, an owner is a network: what it does for an account, such as answering a share, is in its own turn. */
function mayRunInTurnOf(owner: string, { values }: SentStatement): boolean {
  const isNetwork = owner !== '' && !isAccount(owner)
  return isNetwork || values.every((value) => !isAccount(value) || value === owner)
}

function isAccount(value: unknown): value is string {
  return typeof value === 'string' && /^acct_[0-9a-f]{32}$/.test(value)
}

/** Later values are recorded instead if they name different accounts. */
function namesSeveral({ values }: SentStatement): boolean {
  const accounts = values.filter(isAccount)
  return new Set(accounts).size > 1
}

/** `function (file)` for each frame in the server's sources, except those of every transaction. */
function callersIn(stack = ''): readonly string[] {
  const frames = stack.matchAll(/at (?:async )?(?:([\w#.<>]+) )?\S*packages\/server\/src\/([\w./-]+\.ts)/g)
  return [...frames]
    .map(([, name = '', file = '']) => `${name.split('.').at(-1)} (${file})`)
    .filter((caller) => !caller.startsWith('transact (store/engines/'))
}
