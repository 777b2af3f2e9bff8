import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readPackageFile } from './package-file.ts'

const read = (content: string): unknown => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-package-'))
  try {
    writeFileSync(join(folder, 'package.json'), content)
    return readPackageFile(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('reads the members of package.json', () => {
  assert.deepEqual(read('{"name": "sounder"}'), { name: 'sounder' })
})

for (const [title, content, message] of [
  ['that is too large', JSON.stringify({ name: 'x'.repeat(256 * 1024) }), /has more than 262144 bytes$/],
  ['that is no object', 'null', /is not an object$/],
  ['that is no JSON', '[[[', /cannot be read: /],
] as const)
  test(`rejects a package.json ${title}`, () => {
    assert.throws(() => read(content), { code: 'invalid-settings', message })
  })
