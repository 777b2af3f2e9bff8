import { HistoryLog } from '@marinedata/history'
import { mkdirSync } from 'node:fs'

const minute = 60_000
const degree = Math.PI / 180
const knot = 1_852 / 3_600

/** A wave around a mean; hours per period. */
const wave = (at: number, hours: number, phase = 0): number =>
  Math.sin((at / (hours * 3_600_000)) * 2 * Math.PI + phase)

/** The values of a sailing boat at a time. The wind passes north, and the boat sails in wide circles. */
const valuesAt = (at: number): Readonly<Record<string, unknown>> => ({
  'navigation.position': {
    latitude: 50.4 + 0.05 * wave(at, 7),
    longitude: -3.4 + 0.08 * wave(at, 9, 1),
  },
  'navigation.speedOverGround': (5 + 2 * wave(at, 3) + 0.4 * wave(at, 0.05)) * knot,
  'environment.wind.speedTrue': (12 + 5 * wave(at, 11) + 2 * wave(at, 0.1)) * knot,
  'environment.wind.directionTrue':
    ((((20 * wave(at, 13) + 4 * wave(at, 0.2)) % 360) + 360) * degree) % (2 * Math.PI),
  'environment.depth.belowKeel': 18 + 8 * wave(at, 5) + 0.5 * wave(at, 0.3),
  'environment.outside.pressure': 101_300 + 900 * wave(at, 60),
  'electrical.batteries.house.voltage': 12.8 + 0.5 * wave(at, 24),
  'navigation.courseOverGroundTrue': (at / 3_600_000) % (2 * Math.PI),
})

/**
 * Records the past of a boat, up to now: `record-past.ts <folder> <days> <seconds between two samples>`.
 * One hour of it is missing: from five to four hours ago.
 */
const [folder = '', days = '1', step = '10'] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const end = Date.now()
let now = end - Number(days) * 24 * 60 * minute
const start = now
const clock = { wall: () => now, mono: () => now - start }
const log = HistoryLog.open(folder, { clock, budgetBytes: 2_000_000_000 })
log.trustTime('gnss', now)
for (; now < end; now += Number(step) * 1_000) {
  const ago = end - now
  const isRecorded = ago > 300 * minute || ago < 240 * minute
  if (isRecorded)
    for (const [path, value] of Object.entries(valuesAt(now)))
      log.record({ context: 'vessels.self', path, source: 'test.0', at: now, value, isPreferred: true })
  log.tick()
}
log.close()
