import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockFolder } from './folder-lock.ts'

test('a folder is for one server at a time, and whoever comes second is told which process has it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-lock-'))
  try {
    {
      using _first = lockFolder(folder)
      assert.throws(
        () => lockFolder(folder),
        ({ message }: Error) => message.startsWith(`process ${process.pid} runs a server on`),
      )
      assert.throws(() => lockFolder(folder), 'the second try did not release it')
    }
    writeFileSync(join(folder, 'server.lock'), 'garbage')
    using _again = lockFolder(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
