import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usageOf } from './process-usage.ts'

test(
  'reads processor time and memory of a process, and returns undefined for an unknown one',
  { skip: process.platform !== 'linux' },
  () => {
    const usage = usageOf(process.pid)
    assert.ok(usage !== undefined)
    assert.ok(Math.abs(usage.residentBytes - process.memoryUsage.rss()) < 30e6)
    assert.ok(usage.privateBytes > 5e6 && usage.privateBytes < usage.residentBytes)
    const { user, system } = process.cpuUsage()
    assert.ok(Math.abs(usage.cpuSeconds - (user + system) / 1e6) < 0.5)
    assert.equal(usageOf(2 ** 30), undefined)
    assert.equal(usage.processes, 1)
  },
)
