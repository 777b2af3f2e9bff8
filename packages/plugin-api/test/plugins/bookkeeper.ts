import { definePlugin, runPlugin } from '@marinedata/plugin-api'
import { join } from 'node:path'

/** Counts its starts in a database in its own folder. */
const plugin = definePlugin({
  name: 'bookkeeper',
  version: '1.0.0',
  description: 'Counts its starts in a database',
  needs: ['database'],
  start: async (boat) => {
    const { DatabaseSync } = await import('node:sqlite')
    using database = new DatabaseSync(join(boat.folder ?? '', 'starts.db'))
    database.exec(
      'CREATE TABLE IF NOT EXISTS start (number INTEGER PRIMARY KEY); INSERT INTO start DEFAULT VALUES',
    )
    const { starts } = database.prepare('SELECT count(*) AS starts FROM start').get() ?? {}
    boat.status('ok', `start number ${String(starts)}`)
  },
})

if (import.meta.main) await runPlugin(plugin)
