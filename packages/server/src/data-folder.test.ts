import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { claimLayout, folderFile } from './data-folder.ts'

test('records layout and program of a data folder, and rejects a newer layout without changing it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-layout-'))
  const file = join(folder, folderFile)
  try {
    claimLayout(folder, '1.2.3')
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { layout: 1, program: '1.2.3' })
    writeFileSync(file, 'torn')
    claimLayout(folder, '1.2.4')
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { layout: 1, program: '1.2.4' })
    const newer = '{"layout":2}'
    writeFileSync(file, newer)
    assert.throws(() => claimLayout(folder, '1.2.4'), /layout of a newer version .* \(2; this one knows 1\)/)
    assert.equal(readFileSync(file, 'utf8'), newer)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
