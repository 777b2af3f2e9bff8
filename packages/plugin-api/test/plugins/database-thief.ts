import { definePlugin, runPlugin } from '@marinedata/plugin-api'

/** Uses SQLite without the need for it. */
const plugin = definePlugin({
  name: 'database-thief',
  version: '1.0.0',
  description: 'Opens a database without declaring it',
  needs: ['read-files', 'write-files'],
  start: async ({ folder }) => {
    if (folder !== undefined) throw new Error('It was given a folder')
    const { DatabaseSync } = await import('node:sqlite')
    using _database = new DatabaseSync(':memory:')
  },
})

if (import.meta.main) await runPlugin(plugin)
