import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', 'packages/console/src')

/** Everything that the console asks a boat goes through the typed client, except what is no request of its interface. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['page/page.ts', 'the page itself, to find out whether it is another one'],
  ['app/offline/worker.ts', 'a service worker answers requests of the page'],
  ['screens/chart/map/tiles.ts', 'tiles are bytes'],
  ['navigation/chart-files.ts', 'the progress of an upload is known to XMLHttpRequest only'],
  ['screens/history/export-sheet.tsx', 'a file in the format that the user has chosen'],
  ['fleet/shore.ts', 'the interface of a fleet is not that of a boat'],
])

const requests = /\bfetch\(|XMLHttpRequest|new WebSocket\(|new EventSource\(|sendBeacon\(/u

test('the console sends its requests through the typed client', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  assert.ok(files.length > 100, 'the console is not there')
  const found = files.filter((file) => requests.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(found.toSorted(), [...exceptions.keys()].toSorted())
})
