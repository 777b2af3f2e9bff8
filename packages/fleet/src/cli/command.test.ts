import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommand } from './command.ts'

const settings = '/etc/marinedata-fleet/settings.json'

test('a command line becomes a command', () => {
  const all = ['gateway', 'writer', 'reader']
  assert.deepEqual(parseCommand(['all']), { kind: 'run', name: 'all', roles: all, settings })
  assert.deepEqual(parseCommand(['writer', '--settings', 'here.json']), {
    kind: 'run',
    name: 'writer',
    roles: ['writer'],
    settings: 'here.json',
  })
  assert.deepEqual(parseCommand(['code', 'club', '--hours', '48']), {
    kind: 'code',
    tenant: 'club',
    hours: 48,
    settings,
  })
  assert.deepEqual(parseCommand(['token', 'club', 'Anna']), {
    kind: 'token',
    tenant: 'club',
    name: 'Anna',
    settings,
  })
  const vessel = 'urn:mrn:imo:mmsi:230099999'
  assert.deepEqual(parseCommand(['boats', 'club']), { kind: 'boats', tenant: 'club', settings })
  assert.deepEqual(parseCommand(['audit', 'club']), { kind: 'audit', tenant: 'club', settings })
  assert.deepEqual(parseCommand(['remove', 'club', vessel]), {
    kind: 'remove',
    tenant: 'club',
    vessel,
    settings,
  })
  assert.deepEqual(parseCommand(['export', 'club', vessel]), {
    kind: 'export',
    tenant: 'club',
    vessel,
    settings,
  })
})

test('a wrong command line says what is wrong', () => {
  for (const [words, reason] of [
    [[], 'a command is missing'],
    [['sail'], 'unknown command "sail"'],
    [['all', 'now'], 'all takes no arguments'],
    [['code'], 'code takes one argument'],
    [['tenant', 'club'], 'tenant takes two arguments'],
    [['remove', 'club'], 'remove takes two arguments'],
    [['code', 'club', '--hours', '-1'], undefined],
    [['code', 'club', '--hours', 'many'], '--hours takes a number, not "many"'],
    [['all', '--hours', '3'], '--hours can only be used with code'],
    [['all', '--boat', 'urn:mrn:imo:mmsi:230099999'], '--boat can only be used with silence'],
  ] as const) {
    const command = parseCommand(words)
    assert.equal(command.kind, 'misused', words.join(' '))
    if (reason !== undefined) assert.deepEqual(command, { kind: 'misused', reason })
  }
})
