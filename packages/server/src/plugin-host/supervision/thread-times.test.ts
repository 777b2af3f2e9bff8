import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { threadTimesOf } from './thread-times.ts'

const isLinux = process.platform === 'linux'

test('reads the run time of each thread and the state of a stopped one', { skip: !isLinux }, async () => {
  const own = threadTimesOf(process.pid)?.get(String(process.pid))
  assert.ok(own !== undefined && own.ranNs > 0 && own.waitedNs >= 0)
  const child = spawn('sleep', ['60'])
  try {
    await once(child, 'spawn')
    const pid = child.pid!
    child.kill('SIGSTOP')
    let state = ''
    for (let looks = 0; looks < 10_000 && state !== 'T'; looks++)
      state = threadTimesOf(pid)?.get(String(pid))?.state ?? ''
    assert.equal(state, 'T')
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

test('returns undefined for an ended process', { skip: !isLinux }, () => {
  assert.equal(threadTimesOf(2 ** 30), undefined)
})
