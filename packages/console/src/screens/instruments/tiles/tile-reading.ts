import type { Metadata } from '@marinedata/model'
import { useComputed, type ReadonlySignal } from '@preact/signals'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import { ageOf, type Age } from '#boat/values.ts'
import { latitudeText, longitudeText } from '@marinedata/console-map/earth'
import { displayUnitAt, type DisplayUnit } from '#units/instrument-units.ts'
import { dashes, sideOf, type Side } from '#units/quantities.ts'
import { ageText } from '#words/durations.ts'
import { memberOf, splitPath } from '#units/boat-paths.ts'
import { zoneOf, type ZoneFound } from '../scale.ts'

/** The content of a tile. The signals change only when the shown text changes. */
export interface TileReading {
  readonly age: ReadonlySignal<Age>
  readonly value: ReadonlySignal<unknown>
  /** Undefined if unknown. */
  readonly number: ReadonlySignal<number | undefined>
  readonly text: ReadonlySignal<string>
  readonly unit: ReadonlySignal<string>
  /** How old a stale value is. */
  readonly old: ReadonlySignal<string>
  readonly side: ReadonlySignal<Side | undefined>
  readonly display: ReadonlySignal<DisplayUnit>
  /** The zone of a fresh value, as JSON: a string is compared by its content. */
  readonly zone: ReadonlySignal<string>
}

export const zoneIn = (json: string): ZoneFound | undefined =>
  json === '' ? undefined : (JSON.parse(json) as ZoneFound)

/** Values that are written in degrees and minutes. */
const placeTexts: Readonly<Record<string, (value: number) => string>> = {
  'navigation.position:latitude': latitudeText,
  'navigation.position:longitude': longitudeText,
}

const textOfValue = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : dashes

/** The part of the value that the tile shows, and its age. */
const useAgedValue = (path: string) => {
  const { values, now, link } = useBoat()
  const [whole, member] = splitPath(path)
  const reading = values.of(whole)
  const value = useComputed(() => memberOf(reading.value?.value, member))
  const age = useComputed(() => {
    const seen = ageOf(reading.value, now.value, link.isLost.value)
    return value.value === undefined || value.value === null ? 'dead' : seen
  })
  const old = useComputed(() =>
    age.value === 'fresh' || reading.value === undefined ? '' : ageText(now.value - reading.value.receivedAt),
  )
  return { value, age, old }
}

/** A zone as JSON; empty outside of all zones. */
const zoneJson = (value: number, meta: Metadata): string => {
  const zone = zoneOf(value, meta)
  return zone === undefined ? '' : JSON.stringify(zone)
}

/** Follows the value of a tile. */
export const useTileReading = (path: string, meta: Metadata): TileReading => {
  const { preferences } = useConsole()
  const { value, age, old } = useAgedValue(path)
  const display = useComputed(() => displayUnitAt(path, meta.units, preferences.unitsAt(path)))
  const number = useComputed(() =>
    age.value === 'dead' || typeof value.value !== 'number' ? undefined : value.value,
  )
  const shown = useComputed(() => {
    if (number.value === undefined) return undefined
    const place = placeTexts[path]
    return place === undefined ? display.value.textOf(number.value) : { text: place(number.value), unit: '' }
  })
  const text = useComputed(() => {
    if (age.value === 'dead') return dashes
    return shown.value?.text ?? textOfValue(value.value)
  })
  return {
    age,
    value,
    old,
    number,
    text,
    display,
    // A value that rounds to zero is on no side.
    side: useComputed(() => {
      const { quantity } = display.value
      const hasLetter = shown.value?.text.includes(' ') === true
      return number.value === undefined || quantity === undefined || !hasLetter
        ? undefined
        : sideOf(quantity, number.value)
    }),
    unit: useComputed(() => (shown.value?.unit ?? '').replace(/^°$/, '')),
    zone: useComputed(() =>
      age.value === 'fresh' && number.value !== undefined ? zoneJson(number.value, meta) : '',
    ),
  }
}
