import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ClaimNote } from './claim-note.ts'

const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'marinedata-test-'))
  return { path, note: join(path, 'claim-code'), [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

test('the code lies in a file that only the user of the server can read, until there is an owner', () => {
  using place = folder()
  using note = new ClaimNote(place.path, 'ABCDE12345')
  assert.equal(readFileSync(place.note, 'utf8'), 'ABCDE12345\n')
  assert.equal(statSync(place.note).mode & 0o777, 0o600)
  note.remove()
  assert.equal(existsSync(place.note), false)
})

test('a code of a server that is gone does not stay, and an open file of that name does not stay open', () => {
  using place = folder()
  writeFileSync(place.note, 'OLD', { mode: 0o644 })
  {
    using note = new ClaimNote(place.path, 'NEW')
    assert.ok(note)
    assert.equal(statSync(place.note).mode & 0o777, 0o600)
  }
  assert.equal(existsSync(place.note), false)
  writeFileSync(place.note, 'OLD')
  using none = new ClaimNote(place.path, undefined)
  assert.ok(none)
  assert.equal(existsSync(place.note), false)
})
