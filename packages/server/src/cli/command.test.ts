import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCommand, usage } from './command.ts'

const reasonOf = (...args: readonly string[]): string => {
  const command = parseCommand(args)
  assert.equal(command.kind, 'misused', args.join(' '))
  return command.kind === 'misused' ? command.reason : ''
}

test('starts the server with the settings when there are no arguments', () => {
  assert.deepEqual(parseCommand([]), {
    kind: 'start',
    folder: undefined,
    overrides: {},
    plugins: [],
    isSafe: false,
    isOpen: false,
  })
})

test('parses port, host and data folder', () => {
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

test('parses plugin paths and safe mode', () => {
  assert.deepEqual(parseCommand(['--plugin', './a', '--plugin=b.ts', '--safe']), {
    kind: 'start',
    folder: undefined,
    overrides: {},
    plugins: ['./a', 'b.ts'],
    isSafe: true,
    isOpen: false,
  })
})

test('parses --open', () => {
  const command = parseCommand(['--open'])
  assert.equal(command.kind === 'start' && command.isOpen, true)
})

test('parses the demo and plugin commands', () => {
  assert.deepEqual(parseCommand(['demo', '--port', '0']), {
    kind: 'demo',
    folder: undefined,
    overrides: { port: 0 },
  })
  assert.deepEqual(parseCommand(['plugin', 'manifest', '.']), { kind: 'plugin-manifest', place: '.' })
  assert.deepEqual(parseCommand(['plugin', 'run', '.', '--data', 'here']), {
    kind: 'plugin-run',
    place: '.',
    folder: 'here',
    overrides: {},
  })
  assert.deepEqual(parseCommand(['plugin', 'run', '.', '--inspect']), {
    kind: 'plugin-run',
    place: '.',
    folder: undefined,
    overrides: {},
    isInspected: true,
  })
  assert.match(reasonOf('--inspect'), /--inspect can only be used with plugin run/)
  assert.match(reasonOf('demo', 'now'), /demo takes no arguments/)
  assert.match(reasonOf('plugin'), /plugin takes run, manifest, add, update, remove, list or catalogue/)
  assert.match(reasonOf('plugin', 'run'), /plugin run takes one path/)
  assert.match(reasonOf('plugin', 'new', 'lantern'), /npm create marinedata-plugin/)
})

test('parses the scenarios of the demo', () => {
  const demo = { kind: 'demo', folder: undefined, overrides: {} }
  assert.deepEqual(parseCommand(['demo', '--at-anchor']), { ...demo, atAnchor: {} })
  assert.deepEqual(parseCommand(['demo', '--at-anchor', '--drag', 'fast']), {
    ...demo,
    atAnchor: { drag: 'fast' },
  })
  assert.match(reasonOf('demo', '--at-anchor', '--drag', 'sideways'), /slow or fast, not "sideways"/)
  assert.match(reasonOf('demo', '--drag', 'slow'), /--drag requires --at-anchor/)
  assert.deepEqual(parseCommand(['demo', '--n2k']), { ...demo, isOnBus: true })
  assert.deepEqual(parseCommand(['demo', '--share']), { ...demo, isShared: true })
  assert.match(reasonOf('--share'), /can only be used with demo/)
  assert.match(reasonOf('demo', '--n2k', '--at-anchor'), /cannot be used with --at-anchor/)
  assert.match(reasonOf('--n2k'), /can only be used with demo/)
  assert.match(reasonOf('--at-anchor'), /can only be used with demo/)
  assert.match(reasonOf('plugin', 'run', '.', '--drag', 'slow'), /can only be used with demo/)
})

test('gives help and version precedence over everything else', () => {
  for (const args of [['--help'], ['-h'], ['--port', '80', '--help'], ['validate', '--help']])
    assert.deepEqual(parseCommand(args), { kind: 'help' })
  assert.deepEqual(parseCommand(['--version']), { kind: 'version' })
})

test('parses the file to validate', () => {
  assert.deepEqual(parseCommand(['validate', 'root.json']), { kind: 'validate', file: 'root.json' })
})

test('reports the reason of a misuse', () => {
  assert.match(reasonOf('--prot', '80'), /--prot/)
  assert.match(reasonOf('--port'), /--port/)
  assert.match(reasonOf('--port', '80', '--host'), /--host/)
  assert.match(reasonOf('sail'), /unknown command "sail"/)
  assert.match(reasonOf('validate'), /validate takes one file/)
  assert.match(reasonOf('validate', 'a', 'b'), /validate takes one file/)
  assert.match(reasonOf('--version=2'), /--version/)
  for (const port of ['http', '-1', '1.5', '65536', '99999', '100000', '', ' 80', '0x50'])
    assert.match(reasonOf(`--port=${port}`), /--port takes a number from 0 to 65535/, port)
})

test('lists every option in the help', () => {
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

test('the words after simulate are parsed when it is run', () => {
  assert.deepEqual(parseCommand(['simulate', 'pypilot', '--pace', '5']), {
    kind: 'simulate',
    args: ['pypilot', '--pace', '5'],
  })
})

test('import takes "signalk", a folder and --dry-run', () => {
  assert.deepEqual(parseCommand(['import', 'signalk', '/home/pi/.signalk', '--dry-run', '--data', '/d']), {
    kind: 'import',
    folder: '/d',
    from: '/home/pi/.signalk',
    isDryRun: true,
  })
  for (const words of [
    ['import'],
    ['import', 'signalk'],
    ['import', 'other', '/d'],
    ['backup', 'f', '--dry-run'],
  ])
    assert.equal(parseCommand(words).kind, 'misused')
})
