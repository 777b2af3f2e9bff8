import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockFolder } from './folder-lock.ts'

test('rejects a second lock on a folder and names the process that holds it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-lock-'))
  try {
    {
      using _first = lockFolder(folder)
      assert.throws(
        () => lockFolder(folder),
        ({ message }: Error) => message.startsWith(`process ${process.pid} runs a server on`),
      )
      assert.throws(() => lockFolder(folder), 'the second attempt did not release the lock')
    }
    writeFileSync(join(folder, 'server.lock'), 'garbage')
    using _again = lockFolder(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
