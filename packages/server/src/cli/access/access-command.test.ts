import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAccess } from './access-command.ts'
import { parseCommand, usage } from '../command.ts'

const reasonOf = (...words: readonly string[]): string => {
  const command = parseCommand(['access', ...words])
  assert.equal(command.kind, 'misused', words.join(' '))
  return command.kind === 'misused' ? command.reason : ''
}

test('parses each access subcommand with its options', () => {
  const folder = undefined
  const kind = 'access'
  for (const verb of ['list', 'claim', 'recover'] as const)
    assert.deepEqual(parseCommand(['access', verb]), { kind, folder, verb })
  assert.deepEqual(parseCommand(['access', 'invite', '--role', 'crew', '--days', '3', '--data', 'here']), {
    kind,
    folder: 'here',
    verb: 'invite',
    request: { role: 'crew', days: 3 },
  })
  const words = ['token', 'create', 'deck.gps', '--role=device', '--paths=navigation.*,environment.depth.*']
  assert.deepEqual(parseAccess(words), {
    kind,
    folder,
    verb: 'token',
    request: { name: 'deck.gps', role: 'device', paths: ['navigation.*', 'environment.depth.*'] },
  })
  assert.deepEqual(parseAccess(['revoke', 'Bo']), { kind, folder, verb: 'revoke', subject: 'Bo' })
  assert.deepEqual(parseAccess(['audit']), { kind, folder, verb: 'audit', limit: 20, isCheck: false })
  assert.deepEqual(parseAccess(['audit', '--limit', '5', '--check']), {
    kind,
    folder,
    verb: 'audit',
    limit: 5,
    isCheck: true,
  })
})

test('reports the reason of a misuse', () => {
  assert.match(reasonOf(), /access takes list, .*, not ""/)
  assert.match(reasonOf('lsit'), /not "lsit"/)
  assert.match(reasonOf('list', 'all'), /access list takes no "all"/)
  assert.match(reasonOf('list', '--role', 'crew'), /access list takes no --role/)
  assert.match(reasonOf('list', '--port', '80'), /--port/)
  assert.match(reasonOf('invite'), /--role takes viewer, crew, helm or owner/)
  assert.match(reasonOf('invite', '--role', 'device'), /--role takes/)
  assert.match(reasonOf('invite', '--role', 'crew', '--days', 'two'), /--days must be number/)
  assert.match(reasonOf('invite', '--role', 'crew', '--days', '31'), /--days must be <= 30/)
  assert.match(reasonOf('token', 'make', 'a'), /access token takes create and one name/)
  assert.match(reasonOf('token', 'create'), /access token takes create and one name/)
  assert.match(reasonOf('token', 'create', ' a', '--role', 'helm'), /the name must match/)
  assert.match(reasonOf('revoke'), /access revoke takes one id or name/)
  for (const count of ['0', '-1', 'x', '1000000'])
    assert.match(reasonOf('audit', `--limit=${count}`), /--limit takes a number from 1 to 100000/)
  const late = parseCommand(['--data', 'here', 'access', 'list'])
  assert.match(late.kind === 'misused' ? late.reason : '', /access must be the first word/)
})

test('lists every access subcommand in the help', () => {
  for (const words of [['--help'], ['invite', '--role', 'crew', '-h']])
    assert.deepEqual(parseCommand(['access', ...words]), { kind: 'help' })
  for (const word of ['list', 'invite', 'token create', 'revoke', 'recover', 'claim', 'audit'])
    assert.ok(usage.includes(`marinedata access ${word}`), word)
})
