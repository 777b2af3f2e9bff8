import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommand, usage } from './command.ts'

const reasonOf = (...args: readonly string[]): string => {
  const command = parseCommand(args)
  assert.equal(command.kind, 'misused', args.join(' '))
  return command.kind === 'misused' ? command.reason : ''
}

test('without a word the server starts with what the settings say', () => {
  assert.deepEqual(parseCommand([]), { kind: 'start', folder: undefined, overrides: {} })
})

test('port, host and data folder can be given', () => {
  assert.deepEqual(parseCommand(['--port', '0', '--host', '::1', '--data', 'here']), {
    kind: 'start',
    folder: 'here',
    overrides: { port: 0, host: '::1' },
  })
  assert.deepEqual(parseCommand(['--port=65535']), {
    kind: 'start',
    folder: undefined,
    overrides: { port: 65_535 },
  })
})

test('help and version win over everything else', () => {
  for (const args of [['--help'], ['-h'], ['--port', '80', '--help'], ['validate', '--help']])
    assert.deepEqual(parseCommand(args), { kind: 'help' })
  assert.deepEqual(parseCommand(['--version']), { kind: 'version' })
})

test('a document to validate is taken by its name', () => {
  assert.deepEqual(parseCommand(['validate', 'root.json']), { kind: 'validate', file: 'root.json' })
})

test('misuse says what is wrong', () => {
  assert.match(reasonOf('--prot', '80'), /--prot/)
  assert.match(reasonOf('--port'), /--port/)
  assert.match(reasonOf('--port', '80', '--host'), /--host/)
  assert.match(reasonOf('sail'), /"sail" is not a command/)
  assert.match(reasonOf('validate'), /validate takes one file/)
  assert.match(reasonOf('validate', 'a', 'b'), /validate takes one file/)
  assert.match(reasonOf('--version=2'), /--version/)
  for (const port of ['http', '-1', '1.5', '65536', '99999', '100000', '', ' 80', '0x50'])
    assert.match(reasonOf(`--port=${port}`), /--port takes a number from 0 to 65535/, port)
})

test('the help names every option', () => {
  for (const word of ['--port', '--host', '--data', '--version', '--help', 'validate FILE'])
    assert.ok(usage.includes(word), word)
})
