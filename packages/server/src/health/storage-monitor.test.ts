import assert from 'node:assert/strict'
import { test } from 'node:test'
import { diskFaultOf } from '../disk-faults.ts'
import { minFreeBytes, StorageMonitor } from './storage-monitor.ts'

const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })

class Disk {
  free = 1e9
  unsaved = 0
  isFailing = false
  probes = 0
  readonly said: (string | undefined)[] = []
  readonly monitor = new StorageMonitor({
    freeBytes: async () => this.free,
    probe: () => {
      this.probes++
      if (this.isFailing) throw full
    },
    unsaved: () => this.unsaved,
  })

  constructor() {
    this.monitor.observe((reason) => this.said.push(reason))
  }
}

test('recognises disk errors by their codes, also as the cause of another error', () => {
  const withCode = (code: string) => Object.assign(new Error('x'), { code })
  assert.equal(diskFaultOf(full), 'The disk is full')
  assert.equal(diskFaultOf(withCode('ENOSPC')), 'The disk is full')
  assert.equal(diskFaultOf(new Error('no', { cause: withCode('EROFS') })), 'The disk is read-only')
  // SQLITE_IOERR_WRITE is SQLITE_IOERR with a detail.
  assert.equal(diskFaultOf(Object.assign(new Error('x'), { errcode: 778 })), 'The disk failed')
  for (const other of [new Error('x'), withCode('ENOENT'), withCode('toString'), 7, null, undefined])
    assert.equal(diskFaultOf(other), undefined)
  assert.equal(diskFaultOf(Object.assign(new Error('x'), { errcode: 19 })), undefined)
})

test('detects a full disk without writing, and writes nothing while the disk works', async () => {
  const disk = new Disk()
  await disk.monitor.watch()
  assert.deepEqual([disk.said, disk.probes], [[], 0])
  disk.free = minFreeBytes - 1
  await disk.monitor.watch()
  await disk.monitor.watch()
  assert.deepEqual(disk.said, ['The disk is full'])
})

test('clears the fault when there is space, everything is saved and a write succeeds', async () => {
  const disk = new Disk()
  disk.monitor.failed(full)
  disk.unsaved = 1
  await disk.monitor.watch()
  disk.unsaved = 0
  disk.isFailing = true
  await disk.monitor.watch()
  assert.deepEqual(disk.said, ['The disk is full'])
  disk.isFailing = false
  await disk.monitor.watch()
  assert.deepEqual(disk.said, ['The disk is full', undefined])
})
