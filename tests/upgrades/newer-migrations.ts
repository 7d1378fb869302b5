import { type Migration, migrations } from '@palate/server/store/migrations/migrations.ts'

/** A version to come, whose changes leave everything that this one knows as it is. */
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

/** A version that the one before cannot work with. */
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
