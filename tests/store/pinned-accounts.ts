import { parseSync } from 'libpg-query'

/** A statement as it was sent to PostgreSQL. */
export interface SentStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

/**
 * What keeps a distributed engine from sending a statement to the one shard of its account: the tables of accounts that
 * a query level does not compare with an account parameter, and parameters that name several accounts. A comparison in
 * an outer query does not count, because engines do not pass it on to subqueries.
 */
export function findUnpinned({ text, values }: SentStatement, accountTables: ReadonlySet<string>): readonly string[] {
  const unpinned: string[] = []
  const accounts = new Set<unknown>()
  const level: Level = {
    accountTables,
    report: (problem) => unpinned.push(problem),
    note: (parameter) => accounts.add(values[parameter - 1]),
  }
  for (const { stmt } of parseSync(text).stmts ?? []) visit(stmt as Node, new Set(), level)
  if (accounts.size > 1) unpinned.push('several accounts')
  return [...new Set(unpinned)]
}

/** A part of a parsed statement: `{ RangeVar: {…} }` or a plain object. */
type Node = { readonly [name: string]: unknown }

interface Level {
  readonly accountTables: ReadonlySet<string>
  report(problem: string): void
  /** Called with the number of each parameter that names the account. */
  note(parameter: number): void
}

/** `names` are those of the common table expressions in scope, which are not tables. */
function visit(node: unknown, names: ReadonlySet<string>, level: Level): void {
  if (Array.isArray(node)) for (const item of node) visit(item, names, level)
  if (!isNode(node)) return
  for (const [kind, value] of Object.entries(node)) {
    const inner = isNode(value) ? new Set([...names, ...namesIn(value)]) : names
    if (isNode(value)) checks[kind]?.(value, inner, level)
    visit(value, inner, level)
  }
}

type Check = (statement: Node, names: ReadonlySet<string>, level: Level) => void

const checks: Readonly<Record<string, Check>> = {
  SelectStmt: checkTables,
  UpdateStmt: checkTables,
  DeleteStmt: checkTables,
  InsertStmt: checkInserted,
  // The sides of a union are not wrapped; those of a join are no statements.
  larg: checkSide,
  rarg: checkSide,
}

function checkSide(side: Node, names: ReadonlySet<string>, level: Level): void {
  if ('op' in side) checkTables(side, names, level)
}

/** Every account table of the level must be equal to a parameter, directly or through another table of the level. */
function checkTables(statement: Node, names: ReadonlySet<string>, { accountTables, report, note }: Level): void {
  const sources = [{ RangeVar: statement.relation }, statement.fromClause, statement.usingClause]
  const tables = sources.flatMap(rangesIn).filter(({ name }) => accountTables.has(name) && !names.has(name))
  const equal = [statement.whereClause, ...sources.flatMap(joinConditions)].flatMap(equalitiesIn)
  const pinned = new Set<string>()
  for (let before = -1; pinned.size > before; ) {
    before = pinned.size
    for (const [a, b] of [...equal, ...equal.map(([a, b]) => [b, a] as const)]) {
      const table = accountColumnOf(a, tables)
      const parameter = parameterIn(b)
      const other = accountColumnOf(b, tables)
      if (table === undefined || (parameter === undefined && !pinned.has(other ?? ''))) continue
      if (parameter !== undefined) note(parameter)
      pinned.add(table)
    }
  }
  for (const { name, alias } of tables) if (!pinned.has(alias)) report(name)
}

/** The account of each inserted row must be a parameter, or the account of the row that it is copied from. */
function checkInserted(statement: Node, _names: ReadonlySet<string>, { accountTables, report, note }: Level): void {
  const [table] = rangesIn({ RangeVar: statement.relation })
  if (!table || !accountTables.has(table.name)) return
  const columns = listIn(statement.cols).map((column) => childOf(column, 'ResTarget')?.name)
  const place = columns.indexOf('account_id')
  const source = childOf(statement.selectStmt, 'SelectStmt')
  const rows = listIn(source?.valuesLists).map((row) => listIn(childOf(row, 'List')?.items)[place])
  const selected = childOf(listIn(source?.targetList)[place], 'ResTarget')?.val
  for (const value of rows.length > 0 ? rows : [selected]) {
    const parameter = parameterIn(value)
    if (parameter !== undefined) note(parameter)
    else if (columnIn(value)?.at(-1) !== 'account_id') report(table.name)
  }
}

interface Table {
  readonly name: string
  readonly alias: string
}

function rangesIn(node: unknown): readonly Table[] {
  if (Array.isArray(node)) return node.flatMap(rangesIn)
  const join = childOf(node, 'JoinExpr')
  if (join) return [join.larg, join.rarg].flatMap(rangesIn)
  const range = childOf(node, 'RangeVar')
  const name = range?.relname as string | undefined
  const alias = (range?.alias as Node | undefined)?.aliasname as string | undefined
  return name === undefined ? [] : [{ name, alias: alias ?? name }]
}

function joinConditions(node: unknown): readonly unknown[] {
  if (Array.isArray(node)) return node.flatMap(joinConditions)
  const join = childOf(node, 'JoinExpr')
  return join ? [join.quals, ...[join.larg, join.rarg].flatMap(joinConditions)] : []
}

/** The two sides of each `=` that must hold. */
function equalitiesIn(condition: unknown): readonly (readonly [unknown, unknown])[] {
  const all = childOf(condition, 'BoolExpr')
  if (all?.boolop === 'AND_EXPR') return listIn(all.args).flatMap(equalitiesIn)
  const { kind, name, lexpr, rexpr } = childOf(condition, 'A_Expr') ?? {}
  const isEquality = kind === 'AEXPR_OP' && childOf(listIn(name)[0], 'String')?.sval === '='
  return isEquality ? [[lexpr, rexpr]] : []
}

/** The table whose account this is; undefined for another expression or a table of an outer query. */
function accountColumnOf(expression: unknown, tables: readonly Table[]): string | undefined {
  const [column, alias, ...rest] = columnIn(expression)?.toReversed() ?? []
  if (column !== 'account_id' || rest.length > 0) return undefined
  if (alias === undefined) return tables.length === 1 ? tables[0]?.alias : undefined
  return tables.find((table) => table.alias === alias)?.alias
}

function columnIn(expression: unknown): readonly string[] | undefined {
  const column = childOf(expression, 'ColumnRef')
  return column && listIn(column.fields).map((field) => String(childOf(field, 'String')?.sval))
}

function parameterIn(expression: unknown): number | undefined {
  const cast = childOf(expression, 'TypeCast')
  if (cast) return parameterIn(cast.arg)
  return childOf(expression, 'ParamRef')?.number as number | undefined
}

function namesIn(statement: Node): readonly string[] {
  const list = isNode(statement.withClause) ? listIn(statement.withClause.ctes) : []
  return list.map((one) => String(childOf(one, 'CommonTableExpr')?.ctename))
}

function childOf(node: unknown, kind: string): Node | undefined {
  const child = isNode(node) ? node[kind] : undefined
  return isNode(child) ? child : undefined
}

function listIn(node: unknown): readonly unknown[] {
  return Array.isArray(node) ? node : []
}

function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && !Array.isArray(node)
}
