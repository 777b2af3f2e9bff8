import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { mountSmallDisk } from './small-disk.ts'

const memory = '/dev/shm'
const copiesOf = (pid: number): string[] =>
  readdirSync(memory).filter((name) => name.startsWith(`marinedata-copy-${pid}-`))

test(
  'the copy in memory is private, and is removed when the server ends, or after it was killed',
  { timeout: 120_000 },
  async (context) => {
    await using disk = await mountSmallDisk(context, 4)
    if (disk === undefined) return
    disk.fill()
    let killed = 0
    {
      await using server = await startCli({ folder: disk.path })
      killed = server.pid
      const [copy = '', ...more] = copiesOf(killed)
      assert.deepEqual(more, [])
      assert.equal(statSync(join(memory, copy)).mode & 0o777, 0o700)
      await server.end('SIGKILL')
    }
    assert.equal(copiesOf(killed).length, 1)
    await using server = await startCli({ folder: disk.path })
    assert.deepEqual([copiesOf(killed).length, copiesOf(server.pid).length], [0, 1])
    assert.equal((await server.end('SIGTERM')).code, 0)
    assert.deepEqual(copiesOf(server.pid), [])
  },
)
