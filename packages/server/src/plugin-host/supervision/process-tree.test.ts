import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { machineProcesses, ProcessTree } from './process-tree.ts'

/** A machine whose processes and parents are a table. */
const machine = (parents: Map<number, number>) => {
  const read: number[] = []
  const list = {
    pids: () => [...parents.keys()],
    parentOf: (pid: number) => {
      read.push(pid)
      return parents.get(pid)
    },
  }
  const time = { now: 0 }
  return { read, time, tree: new ProcessTree(list, () => time.now, 100) }
}

test('finds the processes below one, and reads no parent twice', () => {
  const parents = new Map([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 3],
    [5, 1],
  ])
  const { read, time, tree } = machine(parents)
  assert.deepEqual(tree.below(2), [3, 4])
  assert.deepEqual(tree.below(5), [])
  parents.set(6, 4)
  assert.deepEqual(tree.below(2), [3, 4], 'the plugins of one timer tick share a reading')
  read.length = 0
  time.now = 200
  assert.deepEqual(tree.below(2), [3, 4, 6])
  // The parent of process 1 is no process here.
  assert.deepEqual(read, [1, 6])
})

test('finds a process whose parent has ended below the process that adopted it', () => {
  const parents = new Map([
    [2, 0],
    [3, 2],
    [4, 3],
  ])
  const { time, tree } = machine(parents)
  assert.deepEqual(tree.below(2), [3, 4])
  parents.delete(3)
  parents.set(4, 2)
  time.now = 200
  assert.deepEqual(tree.below(2), [4])
})

test('reads at most 500 new processes at a time', () => {
  const parents = new Map([[1, 0], ...Array.from({ length: 2_000 }, (_, index) => [index + 2, 1] as const)])
  const { read, time, tree } = machine(parents)
  assert.equal(tree.below(1).length, 499)
  assert.equal(read.length, 500)
  time.now = 200
  assert.ok(tree.below(1).length > 900)
})

test('finds a child of this process', { skip: process.platform !== 'linux' }, async () => {
  const child = spawn('sleep', ['60'])
  const ended = once(child, 'exit')
  const tree = new ProcessTree(machineProcesses, () => 0, 0)
  assert.ok(tree.below(process.pid).includes(child.pid!))
  child.kill('SIGKILL')
  await ended
})
