import { distanceBetween, nauticalMile, radians, wrapHalf } from '@marinedata/model'
import { ageOf, numberIn, placeIn, type Place, type Values } from '#boat/values.ts'
import { bearingBetween, placeFrom } from '@marinedata/console-map/earth'
import type { OwnBoat } from '#navigation/own-ship.ts'
import { shown, type Shown, type UnitPreset, type Units } from '#units/quantities.ts'
import type { WordKey } from '#words/screen-words.ts'

/** A place as seen from the boat. Every member is undefined while it is unknown. */
export interface Sighting {
  /** In metres. */
  readonly range: number | undefined
  /** Radians from true north. */
  readonly bearing: number | undefined
  /** Radians from the bow, positive to starboard. */
  readonly side: number | undefined
}

type Observer = Pick<OwnBoat, 'place' | 'isOld' | 'heading' | 'course'>

const unseen: Sighting = { range: undefined, bearing: undefined, side: undefined }

/** Range, bearing and side of a place. Without a fresh fix nothing is known; without a heading the course counts. */
export const sightingOf = (own: Observer | undefined, place: Place | undefined): Sighting => {
  if (own === undefined || own.isOld || place === undefined) return unseen
  const bearing = bearingBetween(own.place, place)
  const ahead = own.heading ?? own.course
  return {
    range: distanceBetween(own.place, place),
    bearing,
    side: ahead === undefined ? undefined : wrapHalf(radians(bearing - ahead)),
  }
}

/** As long as the server extrapolates a vessel between two AIS reports. */
const longestMs = 200_000

/** Present place of another vessel: its last report, extrapolated by course and speed. */
export const presentPlace = (values: Values, now: number): Place | undefined => {
  const reading = values.of('navigation.position').value
  const place = placeIn(reading)
  if (reading === undefined || place === undefined) return undefined
  const ageMs = Math.max(0, now - reading.receivedAt)
  if (ageMs > longestMs) return undefined
  const course = numberIn(values.of('navigation.courseOverGroundTrue').value)
  const speed = numberIn(values.of('navigation.speedOverGround').value)
  if (course === undefined || speed === undefined) return place
  return placeFrom(place, course, (speed * ageMs) / 1_000)
}

/** The closest approach of another vessel. */
export interface Approach {
  /** In metres. */
  readonly distance: number
  /** Seconds; negative if passed. */
  readonly timeTo: number
}

/** Undefined if it is unknown or not fresh: an old approach is misleading. */
export const approachIn = (values: Values, now: number, isLost: boolean): Approach | undefined => {
  const reading = values.of('navigation.closestApproach').value
  if (ageOf(reading, now, isLost) !== 'fresh') return undefined
  const { distance, timeTo } = Object(reading?.value) as Partial<Approach>
  return typeof distance === 'number' && typeof timeTo === 'number' ? { distance, timeTo } : undefined
}

const degree = Math.PI / 180

/** Where the place is, in words: ahead, on a bow, on a beam, on a quarter or astern. */
export const sectorOf = (side: number): WordKey => {
  const angle = Math.abs(side)
  if (angle < 10 * degree) return 'band.ahead'
  if (angle > 170 * degree) return 'band.astern'
  const isPort = side < 0
  if (angle < 67.5 * degree) return isPort ? 'band.portBow' : 'band.starboardBow'
  if (angle < 112.5 * degree) return isPort ? 'band.portBeam' : 'band.starboardBeam'
  return isPort ? 'band.portQuarter' : 'band.starboardQuarter'
}

/** In metres up to a nautical mile: a person in the water is searched for over metres. */
export const rescueRange = (metres: number, units: UnitPreset | Units): Shown =>
  metres <= nauticalMile ? { text: String(Math.round(metres)), unit: 'm' } : shown('distance', metres, units)
