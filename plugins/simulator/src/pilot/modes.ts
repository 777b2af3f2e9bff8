import type { AutopilotDetails } from '@marinedata/plugin-api'
import { wrapFull, wrapHalf, type Radians } from '../units.ts'

export type PilotMode = 'compass' | 'gps' | 'wind' | 'route'

type Kind = AutopilotDetails['modes'][number]['kind']

export const kindByMode: Readonly<Record<PilotMode, Kind>> = {
  compass: 'heading',
  gps: 'course',
  wind: 'wind',
  route: 'route',
}

const turn = 2 * Math.PI

/** The range of a target. */
export const targetRange = (mode: PilotMode): readonly [least: Radians, most: Radians] =>
  mode === 'wind' ? [-Math.PI, Math.PI] : [0, turn]

/** A target as it is reported. */
export const canonical = (mode: PilotMode, angle: Radians): Radians =>
  mode === 'wind' ? wrapHalf(angle) : wrapFull(angle)
