import assert from 'node:assert/strict'
import { test } from 'node:test'
import { portNameOf } from './port-name.ts'
import { isNmea2000Port } from './port-owners.ts'

for (const [file, isGateway] of [
  ['usb-Actisense_NGT-1_2A3B-if00-port0', true],
  ['usb-FTDI_NGX-1_77-if00-port0', true],
  ['usb-Yacht_Devices_YDNU-02_00012345-if00', true],
  ['usb-STM_YDNU-02-if00', true],
  ['usb-Digital_Yacht_iKonvert_DK1X-if00-port0', true],
  ['usb-Digital_Yacht_AIT2500-if00', false],
  ['usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0', false],
  ['usb-Length_Sensor_Ngtech-if00', false],
  ['usb-u-blox_AG_GNSS_receiver-if00', false],
] as const)
  test(`${file} belongs to NMEA ${isGateway ? '2000' : '0183'}`, () => {
    assert.equal(isNmea2000Port(portNameOf(`/dev/serial/by-id/${file}`)), isGateway)
  })
