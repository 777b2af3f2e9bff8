import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ClaimCodeFile } from './claim-code-file.ts'

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'marinedata-test-'))
  return { path, file: join(path, 'claim-code'), [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

test('writes the code to a file that only the server’s user can read, and removes it', () => {
  using place = folder()
  using file = new ClaimCodeFile(place.path, 'ABCDE12345')
  assert.equal(readFileSync(place.file, 'utf8'), 'ABCDE12345\n')
  assert.equal(statSync(place.file).mode & 0o777, 0o600)
  file.remove()
  assert.equal(existsSync(place.file), false)
})

test('replaces a file of an earlier start together with its permissions', () => {
  using place = folder()
  writeFileSync(place.file, 'OLD', { mode: 0o644 })
  {
    using file = new ClaimCodeFile(place.path, 'NEW')
    assert.ok(file)
    assert.equal(statSync(place.file).mode & 0o777, 0o600)
  }
  assert.equal(existsSync(place.file), false)
  writeFileSync(place.file, 'OLD')
  using empty = new ClaimCodeFile(place.path, undefined)
  assert.ok(empty)
  assert.equal(existsSync(place.file), false)
})
