import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommand, usage } from './command.ts'

const reasonOf = (...args: readonly string[]): string => {
  const command = parseCommand(args)
  assert.equal(command.kind, 'misused', args.join(' '))
  return command.kind === 'misused' ? command.reason : ''
}

test('without a word the server starts with what the settings say', () => {
  assert.deepEqual(parseCommand([]), {
    kind: 'start',
    folder: undefined,
    overrides: {},
    plugins: [],
    isSafe: false,
    isOpen: false,
  })
})

test('port, host and data folder can be given', () => {
  assert.deepEqual(parseCommand(['--port', '0', '--host', '::1', '--data', 'here']), {
    kind: 'start',
    folder: 'here',
    overrides: { port: 0, host: '::1' },
    plugins: [],
    isSafe: false,
    isOpen: false,
  })
  assert.deepEqual(parseCommand(['--port=65535']), {
    kind: 'start',
    folder: undefined,
    overrides: { port: 65_535 },
    plugins: [],
    isSafe: false,
    isOpen: false,
  })
})

test('plugins can be named, and all of them left alone', () => {
  assert.deepEqual(parseCommand(['--plugin', './a', '--plugin=b.ts', '--safe']), {
    kind: 'start',
    folder: undefined,
    overrides: {},
    plugins: ['./a', 'b.ts'],
    isSafe: true,
    isOpen: false,
  })
})

test('a boat can be opened to everyone on its machine', () => {
  const command = parseCommand(['--open'])
  assert.equal(command.kind === 'start' && command.isOpen, true)
})

test('a demo, and work on a plugin, are commands of their own', () => {
  assert.deepEqual(parseCommand(['demo', '--port', '0']), {
    kind: 'demo',
    folder: undefined,
    overrides: { port: 0 },
  })
  assert.deepEqual(parseCommand(['plugin', 'new', 'lantern']), { kind: 'plugin-new', name: 'lantern' })
  assert.deepEqual(parseCommand(['plugin', 'manifest', '.']), { kind: 'plugin-manifest', place: '.' })
  assert.deepEqual(parseCommand(['plugin', 'run', '.', '--data', 'here']), {
    kind: 'plugin-run',
    place: '.',
    folder: 'here',
    overrides: {},
  })
  assert.match(reasonOf('demo', 'now'), /demo takes nothing/)
  assert.match(reasonOf('plugin'), /plugin takes new, run or manifest/)
  assert.match(reasonOf('plugin', 'new'), /plugin new takes one name/)
})

test('a demo lies at anchor when it is told to, and drags when it is told that too', () => {
  const demo = { kind: 'demo', folder: undefined, overrides: {} }
  assert.deepEqual(parseCommand(['demo', '--at-anchor']), { ...demo, atAnchor: {} })
  assert.deepEqual(parseCommand(['demo', '--at-anchor', '--drag', 'fast']), {
    ...demo,
    atAnchor: { drag: 'fast' },
  })
  assert.match(reasonOf('demo', '--at-anchor', '--drag', 'sideways'), /slow or fast, not "sideways"/)
  assert.match(reasonOf('demo', '--drag', 'slow'), /--at-anchor beside it/)
  assert.match(reasonOf('--at-anchor'), /are for demo/)
  assert.match(reasonOf('plugin', 'run', '.', '--drag', 'slow'), /are for demo/)
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
  for (const word of [
    '--port',
    '--host',
    '--data',
    '--plugin',
    '--safe',
    '--open',
    '--version',
    '--help',
    'validate FILE',
  ])
    assert.ok(usage.includes(word), word)
})
