import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PortScan } from './port-scan.ts'

test('a scan uses no other thread, so that scanning every second does not wake one', () => {
  const before = process.getActiveResourcesInfo()
  const ports = new PortScan({ ports: ['/dev/null', '/dev/zer*'], ignored: [] }).find()
  assert.deepEqual(process.getActiveResourcesInfo(), before)
  const devices = ports.map(({ device }) => device)
  assert.ok(devices.includes('/dev/null') && devices.includes('/dev/zero'), devices.join(', '))
})

test('does not find an ignored port', () => {
  const ports = new PortScan({ ports: ['/dev/null', '/dev/zero'], ignored: ['/dev/zer*'] }).find()
  const devices = new Set(ports.map(({ device }) => device))
  assert.deepEqual([devices.has('/dev/null'), devices.has('/dev/zero')], [true, false])
})

test('a port that the settings name is searched even if the rule ignores it', () => {
  const ports = new PortScan({
    ports: ['/dev/null', '/dev/zero'],
    ignored: [],
    ruleFor: () => 'ignore',
  }).find()
  assert.deepEqual(
    ports.map(({ device, rule }) => [device, rule]),
    [
      ['/dev/null', 'search'],
      ['/dev/zero', 'search'],
    ],
  )
})
