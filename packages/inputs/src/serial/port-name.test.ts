import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portNameOf } from './port-name.ts'

for (const [path, id, name] of [
  [
    '/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0',
    'FTDI_FT232R_USB_UART_A50285BI',
    'FTDI FT232R USB UART A50285BI',
  ],
  [
    '/dev/serial/by-id/usb-u-blox_AG_GNSS_receiver-if00',
    'u-blox_AG_GNSS_receiver',
    'u-blox AG GNSS receiver',
  ],
  [
    '/dev/serial/by-id/usb-Actisense_NGT-1_2A3B-if00-port1',
    'Actisense_NGT-1_2A3B-port1',
    'Actisense NGT-1 2A3B-port1',
  ],
  ['/dev/serial/by-id/usb-Quad_Serial_7-if02-port0', 'Quad_Serial_7-if02', 'Quad Serial 7-if02'],
  ['/dev/ttyAMA0', 'ttyAMA0', 'ttyAMA0'],
  ['/run/ports/gps', 'run-ports-gps', 'gps'],
  ['/dev/serial/by-id/usb-Ma\\x20ker_#1-if00', 'Ma-x20ker_-1', 'Ma\\x20ker #1'],
] as const)
  test(`names ${path} ${name}`, () => {
    assert.deepEqual(portNameOf(path), { id, name })
  })

test('keeps the end of a long name, which contains the serial number', () => {
  const { id } = portNameOf(`/dev/serial/by-id/usb-${'Maker_'.repeat(30)}A50285BI`)
  assert.match(id, /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/)
  assert.ok(id.endsWith('_A50285BI'))
})
