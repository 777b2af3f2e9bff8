import { findSandbox } from '@marinedata/plugin-api/host'
import { startPlugin } from '@marinedata/plugin-api/testing'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startCli } from '@marinedata/testing/boats/start-cli'
import { AttackedMachine, type Outcome } from './attacked-machine.ts'

const limit = { timeout: 300_000 }
const sandbox = await findSandbox()
/** Only Node's permissions, as on a machine without bubblewrap. */
const secondWall = { missing: 'not asked for' } as const
/** What Node's permissions do not cover: Unix sockets, and logs that the engine writes itself. */
const uncovered = ['connections', 'boat/listening.sock', 'boat/v8.log', 'boat/node_trace.']
const hasEnded = (outcomes: readonly Outcome[]): boolean => outcomes.at(-1)?.attempt === 'end'

const succeeded = (outcomes: readonly Outcome[]): Outcome[] =>
  outcomes.filter(({ outcome }) => !outcome.startsWith('refused'))

const assertNothingRead = (outcomes: readonly Outcome[], { secret }: AttackedMachine): void => {
  assert.ok(hasEnded(outcomes), `The attack did not come to its end: ${JSON.stringify(outcomes.slice(-3))}`)
  assert.deepEqual(
    outcomes.filter(({ outcome }) => outcome.includes(secret)),
    [],
  )
}

test('the machine that runs this suite has a sandbox', () => {
  assert.ok('bwrap' in sandbox, JSON.stringify(sandbox))
})

test(
  'in the sandbox, no built-in module of Node reads, writes or reaches anything outside',
  limit,
  async () => {
    await using machine = await AttackedMachine.make()
    const outcomes = await machine.attacked('built-in-modules.ts', { sandbox })
    assertNothingRead(outcomes, machine)
    assert.deepEqual(machine.harm(), [])
    assert.deepEqual(
      succeeded(outcomes).filter(({ attempt }) => attempt.endsWith('unknown')),
      [],
    )
  },
)

test(
  'in the sandbox, a plugin in Python reads, writes, signals and leaves behind nothing outside',
  limit,
  async () => {
    await using machine = await AttackedMachine.make()
    const outcomes = await machine.attacked('native.py', {
      sandbox,
      manifest: { run: ['python3', 'native.py'] },
    })
    assertNothingRead(outcomes, machine)
    assert.deepEqual(machine.harm(), [])
    const done = succeeded(outcomes).map(({ attempt, outcome }) => `${attempt}: ${outcome}`)
    assert.deepEqual(done.slice(-2), ['escape: done: forked', 'end: done'])
    const processes = done.find((text) => text.startsWith('processes'))
    assert.match(processes ?? '', /done: [23]$/, 'it sees its own processes only')
  },
)

test(
  'in the sandbox, "read-files" allows reading all files but those of the boat, and writing none',
  limit,
  async () => {
    await using machine = await AttackedMachine.make('/var/tmp')
    const run = ['python3', 'native.py']
    const outcomes = await machine.attacked('native.py', {
      sandbox,
      manifest: { run, needs: ['read-files'] },
    })
    assert.ok(hasEnded(outcomes))
    const read = outcomes
      .filter(({ outcome }) => outcome.includes(machine.secret))
      .map(({ attempt }) => attempt)
    // The plugin has a /tmp of its own.
    assert.ok(read.length > 0)
    assert.ok(
      read.every((attempt) => attempt.includes('/outside/')),
      read.join(),
    )
    assert.deepEqual(machine.harm(), [])
  },
)

test(
  'in the sandbox, a plugin reads nothing of a data folder below the system folders',
  { ...limit, skip: process.getuid?.() === 0 ? false : 'only root writes below /usr' },
  async () => {
    await using machine = await AttackedMachine.make('/usr/local')
    const run = ['python3', 'native.py']
    assertNothingRead(
      (await machine.attacked('native.py', { sandbox, manifest: { run } })).filter(
        // What is beside the data folder below /usr is visible like all programs.
        ({ attempt }) => !attempt.includes('/outside/'),
      ),
      machine,
    )
    assert.deepEqual(machine.harm(), [])
  },
)

test('in the sandbox, the folder of a port shows no files', limit, async () => {
  await using machine = await AttackedMachine.make()
  const settings = { properties: { port: { type: 'string', grants: 'ports' } } }
  const outcomes = await machine.attacked('native.py', {
    sandbox,
    manifest: { run: ['python3', 'native.py'], settings },
    chosen: { port: join(machine.outside, 'tty*') },
  })
  assertNothingRead(outcomes, machine)
  assert.deepEqual(machine.harm(), [])
})

test('in the sandbox, "database" opens no file outside the plugin’s own folder', limit, async () => {
  await using machine = await AttackedMachine.make()
  const outcomes = await machine.attacked('built-in-modules.ts', {
    sandbox,
    manifest: { needs: ['database'] },
  })
  assertNothingRead(outcomes, machine)
  assert.deepEqual(machine.harm(), [])
  const missing = outcomes.filter(({ outcome }) => outcome.includes('No such built-in module: node:sqlite'))
  assert.deepEqual(missing, [], 'the attack had SQLite')
})

test('with Node’s permissions alone, no built-in module reads a file outside', limit, async () => {
  await using machine = await AttackedMachine.make()
  const outcomes = await machine.attacked('built-in-modules.ts', { sandbox: secondWall })
  assertNothingRead(outcomes, machine)
  const harm = machine.harm().filter((line) => !uncovered.some((what) => line.includes(what)))
  assert.deepEqual(harm, [])
})

test('without the sandbox, the same attack in Python succeeds', limit, async () => {
  await using machine = await AttackedMachine.make()
  const run = ['python3', 'native.py']
  const outcomes = await machine.attacked('native.py', { sandbox: secondWall, manifest: { run } })
  assert.ok(hasEnded(outcomes) && outcomes.some(({ outcome }) => outcome.includes(machine.secret)))
  const harm = machine.harm()
  assert.ok(
    harm.some((line) => line.startsWith('the server ended')),
    harm.join('\n'),
  )
})

test('a default in its settings schema grants a plugin nothing', limit, async () => {
  const settings = { type: 'object', properties: { cache: { type: 'string', default: '/', grants: 'read' } } }
  for (const wall of [sandbox, secondWall]) {
    await using machine = await AttackedMachine.make()
    const outcomes = await machine.attacked('built-in-modules.ts', { sandbox: wall, manifest: { settings } })
    assertNothingRead(outcomes, machine)
  }
})

test('a signal does not open the debugger of the server', limit, async () => {
  await using server = await startCli({ settings: { logLevel: 'info' } })
  process.kill(server.pid, 'SIGUSR1')
  const { status } = await fetch(`${server.url}/health`)
  assert.equal(status, 200)
  assert.doesNotMatch(server.stderr(), /Debugger listening/)
  const { code } = await server.end('SIGTERM')
  assert.equal(code, 0)
  assert.doesNotMatch(server.stderr(), /Debugger listening/)
})

test('the Python example runs in its own sandbox', limit, async () => {
  const place = new URL('../../../../examples/python-plugin', import.meta.url)
  await using plugin = await startPlugin(place, { deadlineMs: 20_000 })
  const status = readFileSync(`/proc/${plugin.pid}/status`, 'latin1')
  const [, numbers = ''] = /^NSpid:\s*(.*)$/m.exec(status) ?? []
  assert.equal(numbers.split(/\s+/).length, 2, 'it has a number of its own in its own space of processes')
})
