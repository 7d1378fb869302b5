import type { RawBuilder } from 'kysely'

/** A condition on the owner's tables, as part of another feature's statement: one statement sees one state. */
export type Condition = RawBuilder<boolean>

/** A text, or a column of that statement. */
export type TextOrColumn = string | RawBuilder<unknown>

/** A query of the owner's tables, as part of another feature's statement. */
export type Subquery = RawBuilder<unknown>
