/** How many rows there are of what is small, and how many pictures have their bytes' worth of features and thumbnails. */
export interface Counts {
  readonly rows: number
  readonly pictures: number
}

/** Numbers of copies. The time of one, in milliseconds since 1970, is an SQL expression. */
export interface Range {
  readonly first: number
  readonly last: number
  readonly timeMs: (n: string) => string
}

/** A table's rows are copies of its first one, with these columns changed: SQL expressions of their number `n`. */
export interface Copies {
  readonly table: string
  /** The table has one row for this many rows of others, or one for each picture. */
  readonly per?: number | 'picture'
  readonly changes: Readonly<Record<string, string>>
}

export const framesPerBatch = 1000
const rowsPerProfile = 100
const daysPerKey = 400
/** Copies get later positions than the events that were there. */
const positionsBefore = 1000
/** Nothing is kept for less time. */
const keptMs = 5n * 86_400_000n
const expiredFrom = Date.UTC(2020, 0)

/** Number 1 is the newest. */
export function keptRange({ rows }: Counts, untilMs: number): Range {
  return { first: 1, last: rows, timeMs: (n) => `(${untilMs} - ${n}::bigint * ${keptMs} / ${rows})` }
}

/** The id of a kept row. */
export function idOf(prefix: string, n: number, { rows }: Counts, untilMs: number): string {
  const timeMs = BigInt(untilMs) - (BigInt(n) * keptMs) / BigInt(rows)
  return `${prefix}_${timeMs.toString(16).padStart(12, '0')}70008${n.toString(16).padStart(15, '0')}`
}

/** What sweeps delete: older than all that is kept. */
export function expiredRange({ rows }: Counts, howMany: number): Range {
  return { first: rows + 1, last: rows + howMany, timeMs: (n) => `(${expiredFrom} - ${n}::bigint)` }
}

export const batchId = (index: number) => `batch_018cc251f400${index.toString(16).padStart(20, '0')}`

/** The position of the newest event, with this many expired ones. */
export const lastPosition = ({ rows }: Counts, howMany: number) => positionsBefore + rows + howMany

export function copiesOf({ timeMs }: Range, last: number): readonly Copies[] {
  const time = (n = 'n') => `to_char(to_timestamp(${timeMs(n)} / 1000.0) at time zone 'UTC', '${isoFormat}')`
  const id = (prefix: string) => `'${prefix}_' || lpad(to_hex(${timeMs('n')}), 12, '0') || '70008' || ${hex('n', 15)}`
  const group = (prefix: string, size: number) => `'${prefix}_018cc251f400' || ${hex(`(n - 1) / ${size}`, 20)}`
  const hash = `encode(sha256(n::text::bytea), 'hex')`
  const profile_id = group('prof', rowsPerProfile)
  const ofBatch = `(n - 1) % ${framesPerBatch}`
  return [
    { table: 'frames', changes: { id: id('frm'), content_hash: hash, created_at: time() } },
    { table: 'frame_contents', changes: { content_hash: hash, kept_at: time() } },
    { table: 'recent_frames', changes: { frame_id: id('frm'), content_hash: hash, scored_at: time() } },
    { table: 'features', per: 'picture', changes: { content_hash: hash, created_at: time() } },
    { table: 'thumbnails', per: 'picture', changes: { content_hash: hash, created_at: time() } },
    { table: 'pins', per: 'picture', changes: { profile_id, source: `'frame:' || ${id('frm')}`, content_hash: hash } },
    { table: 'frame_references', per: 'picture', changes: { profile_id, frame_id: id('frm') } },
    { table: 'events', changes: { id: id('evt'), created_at: time() } },
    { table: 'event_log', changes: { event_id: id('evt'), position: `${last} - n` } },
    {
      table: 'deliveries',
      changes: {
        ...{ id: id('dlv'), event_id: id('evt'), place: 'n', created_at: time(), finished_at: time() },
        ...{ status: `'delivered'`, due_at: 'null', leased_by: 'null' },
      },
    },
    { table: 'delivery_attempts', changes: { delivery_id: id('dlv'), id: id('try'), at: time() } },
    { table: 'audit_entries', changes: { id: id('aud'), at: time() } },
    {
      table: 'batches',
      per: framesPerBatch,
      changes: {
        ...{
          id: group('batch', 1),
          total: `${framesPerBatch}`,
          taken: `${framesPerBatch}`,
        },
        ...{ created_at: time(`(n * ${framesPerBatch})`), completed_at: time(`(n * ${framesPerBatch})`) },
      },
    },
    {
      table: 'batch_frames',
      changes: { batch_id: group('batch', framesPerBatch), place: ofBatch, seq: `1 + ${ofBatch}` },
    },
    {
      table: 'key_usage_days',
      per: 'picture',
      changes: {
        key_id: group('key', daysPerKey),
        date: `to_char(current_date - cast((n - 1) % ${daysPerKey} as integer), 'YYYY-MM-DD')`,
      },
    },
    {
      table: 'profiles',
      per: rowsPerProfile,
      changes: {
        ...{ id: group('prof', 1), name: `'Copy ' || n`, version_count: '0' },
        created_at: time(`(n * ${rowsPerProfile})`),
      },
    },
    { table: 'annotations', per: 'picture', changes: { profile_id, id: `'copy ' || n`, place: 'n' } },
    { table: 'judgements', per: 'picture', changes: { profile_id, id: `'copy ' || n` } },
    {
      table: 'versions',
      per: 'picture',
      changes: { profile_id, id: id('ver'), position: `1 + (n - 1) % ${rowsPerProfile}` },
    },
    { table: 'objects', per: 'picture', changes: { profile_id, hash } },
  ]
}

const isoFormat = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'
const hex = (n: string, digits: number) => `lpad(to_hex(${n}), ${digits}, '0')`
