import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..', 'packages')

/** Everything that the console asks a boat goes through the typed client, except what is no request of its interface. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['console/src/page/page.ts', 'the page itself, to find out whether it is another one'],
  ['console/src/app/offline/worker.ts', 'a service worker answers requests of the page'],
  ['console/src/navigation/chart-files.ts', 'the progress of an upload is known to XMLHttpRequest only'],
  ['console/src/screens/history/export-sheet.tsx', 'a file in the format that the user has chosen'],
  ['console/src/fleet/shore.ts', 'the interface of a fleet is not that of a boat'],
  ['console-map/src/tiles.ts', 'tiles are bytes'],
])

const requests = /\bfetch\(|XMLHttpRequest|new WebSocket\(|new EventSource\(|sendBeacon\(/u

test('the console sends its requests through the typed client', () => {
  const files = globSync('{console,console-map}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  )
  assert.ok(files.length > 100, 'the console is not there')
  const found = files.filter((file) => requests.test(readFileSync(join(root, file), 'utf8')))
  assert.deepEqual(found.toSorted(), [...exceptions.keys()].toSorted())
})
