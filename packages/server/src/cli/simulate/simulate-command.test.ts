import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSimulate } from './simulate-command.ts'

const reasonOf = (...args: readonly string[]): string => {
  const command = parseSimulate(args)
  assert.equal(command.kind, 'misused', args.join(' '))
  return command.kind === 'misused' ? command.reason : ''
}

test('simulates an autopilot, and refuses what it does not know', () => {
  assert.deepEqual(parseSimulate(['pypilot', '--port', '0', '--pace', '5', '--fault', 'mute']), {
    kind: 'simulate',
    pilot: 'pypilot',
    faults: ['mute'],
    port: 0,
    pace: 5,
  })
  assert.deepEqual(parseSimulate(['raymarine', '--gateway', 'actisense-ascii']), {
    kind: 'simulate',
    pilot: 'raymarine',
    faults: [],
    gateway: 'actisense-ascii',
  })
  assert.deepEqual(
    parseSimulate(['navico', '--variant', 'nac', '--fault', 'no-head', '--fault', 'frame-loss']),
    {
      kind: 'simulate',
      pilot: 'navico',
      faults: ['no-head', 'frame-loss'],
      variant: 'nac',
    },
  )
  assert.match(reasonOf('navico', '--variant', 'h5000'), /not "h5000"/)
  assert.match(reasonOf('raymarine', '--variant', 'nac'), /not "nac"/)
  assert.match(
    reasonOf('seatalk1', '--variant', 'nac'),
    /only be used with raymarine, navico, garmin and switch-bank/,
  )
  assert.deepEqual(parseSimulate(['nmea0183', '--fault', 'line-loss']), {
    kind: 'simulate',
    pilot: 'nmea0183',
    faults: ['line-loss'],
  })
  assert.match(reasonOf('nmea0183', '--gateway', 'yacht-devices'), /only be used with raymarine/)
  assert.deepEqual(parseSimulate(['switch-bank', '--variant', 'command', '--fault', 'refuses']), {
    kind: 'simulate',
    pilot: 'switch-bank',
    faults: ['refuses'],
    variant: 'command',
  })
  assert.deepEqual(parseSimulate(['garmin', '--variant', 'step-15', '--fault', 'shadow-drive']), {
    kind: 'simulate',
    pilot: 'garmin',
    faults: ['shadow-drive'],
    variant: 'step-15',
  })
  assert.deepEqual(parseSimulate(['furuno', '--fault', 'off-heading', '--fault', 'reboot']), {
    kind: 'simulate',
    pilot: 'furuno',
    faults: ['off-heading', 'reboot'],
  })
  assert.match(reasonOf('furuno', '--variant', 'step-15'), /only be used with/)
  assert.match(reasonOf('garmin', '--fault', 'off-heading'), /not "off-heading"/)
  assert.match(reasonOf(), /one autopilot/)
  assert.match(reasonOf('raymarine', '--gateway', 'string'), /not "string"/)
  for (const [name, gateway] of [
    ['ydwg', 'yacht-devices'],
    ['ngt1', 'actisense'],
    ['maretron', 'maretron'],
  ] as const)
    assert.deepEqual(parseSimulate(['raymarine', '--gateway', name]), {
      kind: 'simulate',
      pilot: 'raymarine',
      faults: [],
      gateway,
    })
  assert.match(reasonOf('raymarine', '--nmea0183-port', '1'), /only be used with pypilot/)
  assert.match(reasonOf('pypilot', '--pace', '0'), /from 1 to 100/)
  assert.match(reasonOf('pypilot', '--fault', 'rain'), /not "rain"/)
})
