import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli, startCli, temporaryFolder } from '@marinedata/testing/boats/start-cli'

test('a second server on the same folder names the first and does not start; the command line works beside it', async () => {
  await using folder = await temporaryFolder()
  {
    await using first = await startCli({ folder: folder.path, settings: {}, isOpen: false })
    const second = await runCli('--port', '0', '--data', folder.path)
    assert.equal(second.code, 1)
    assert.ok(second.stderr.startsWith(`marinedata: process ${first.pid} runs a server on `), second.stderr)
    const list = await runCli('access', 'list', '--data', folder.path)
    assert.equal(list.code, 0, list.stderr)
    // A killed server leaves its files behind, but no lock.
    await first.end('SIGKILL')
  }
  await using again = await startCli({ folder: folder.path, isOpen: false })
  assert.match(again.url, /^http:/)
})
