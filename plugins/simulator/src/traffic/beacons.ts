import type { Position } from '@marinedata/plugin-api'
import { moved } from '../earth.ts'
import { degrees, nauticalMiles, type Radians, type Seconds } from '../units.ts'
import { vectorOf } from '../vector.ts'
import { contextOf, motionOf, type AisReport } from './ais-report.ts'

/** A sender other than a ship. */
interface Beacon {
  readonly interval: Seconds
  /** The report at this time, around a place. */
  readonly report: (time: Seconds, around: Position) => AisReport
}

const aircraftSpeed = 45
const aircraftCircle = nauticalMiles(3)
const sartDrift = 0.3

const aircraft: Beacon = {
  interval: 10,
  report: (time, around) => {
    const angle: Radians = (aircraftSpeed * time) / aircraftCircle
    const position = moved(around, vectorOf(angle, aircraftCircle))
    return {
      context: contextOf('aircraft', '111232511'),
      values: {
        mmsi: '111232511',
        name: 'RESCUE 11',
        // It circles to starboard.
        ...motionOf({ ...position, altitude: 300 }, (angle + degrees(90)) % (2 * Math.PI), aircraftSpeed),
      },
    }
  },
}

const buoy: Beacon = {
  interval: 180,
  report: (_time, around) => ({
    context: contextOf('aton', '992351042'),
    values: {
      mmsi: '992351042',
      name: 'BANK WEST',
      atonType: { id: 23, name: 'Cardinal Mark W' },
      ...motionOf(moved(around, vectorOf(degrees(300), nauticalMiles(2)))),
    },
  }),
}

const transponder: Beacon = {
  interval: 60,
  report: (time, around) => ({
    context: contextOf('sar', '970123456'),
    values: {
      mmsi: '970123456',
      name: 'SART',
      // Status 15, a test: a demo must not sound.
      'navigation.state': 'default',
      ...motionOf(
        moved(around, vectorOf(degrees(75), nauticalMiles(4) + sartDrift * time)),
        degrees(75),
        sartDrift,
      ),
    },
  }),
}

/** A search aircraft, a buoy, and a beacon under test, all near the start. */
export class Beacons {
  #time: Seconds = 0
  #around: Position
  #left: { readonly beacon: Beacon; readonly until: Seconds }[] = []

  constructor(around: Position) {
    this.#around = around
    this.gather(around)
  }

  gather(around: Position): void {
    this.#around = around
    this.#left = [aircraft, buoy, transponder].map((beacon) => ({ beacon, until: this.#time }))
  }

  /** Advances time. Returns the reports. */
  step(dt: Seconds): AisReport[] {
    this.#time += dt
    const due = this.#left.filter(({ until }) => until <= this.#time)
    this.#left = this.#left.map(({ beacon, until }) =>
      until <= this.#time ? { beacon, until: this.#time + beacon.interval } : { beacon, until },
    )
    return due.map(({ beacon }) => beacon.report(this.#time, this.#around))
  }
}
