import { type Migration, migrations } from '@palate/server/store/migrations/migrations.ts'

/** A future version with only additive changes. */
export const additive: readonly Migration[] = [
  ...migrations,
  {
    name: '9001-nicknames',
    isAdditive: true,
    async up(db) {
      await db.schema.alterTable('profiles').addColumn('nickname', 'text').execute()
      await db.schema.createTable('nicknames').addColumn('id', 'text').execute()
    },
  },
]

/** A future version that this one cannot work with. */
export const breaking: readonly Migration[] = [
  ...migrations,
  {
    name: '9002-titles',
    isAdditive: false,
    async up(db) {
      await db.schema.alterTable('profiles').renameColumn('name', 'title').execute()
    },
  },
]
