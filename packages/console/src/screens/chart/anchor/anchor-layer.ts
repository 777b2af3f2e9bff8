import { computed, type ReadonlySignal } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import { placeIn, type Place } from '#boat/values.ts'
import {
  fillDot,
  type Pen,
  type Pixel,
  shapeAt,
  strokeHaloed,
  strokeRing,
  write,
} from '@marinedata/console-map'
import { liveNumber } from '#navigation/own-ship.ts'
import { dashes, shown, type UnitPreset, type Units } from '#units/quantities.ts'

const root = 'navigation.anchor'

/** Values that the layer is made of. */
export const anchorLayerPaths = [
  `${root}.state`,
  `${root}.position`,
  `${root}.maxRadius`,
  `${root}.currentRadius`,
]

/** The anchor while it is down, and its watch. */
export interface WatchedAnchor {
  readonly place: Place
  /** The limit of the watch in metres; undefined if unknown. */
  readonly limit: number | undefined
  readonly limitText: string
  /** Distance of the boat in metres; undefined without a fresh value. */
  readonly distance: number | undefined
  /** Whether the boat is beyond the limit; undefined if the distance or the limit is unknown. */
  readonly isBeyond: boolean | undefined
}

const unknownLimit = { text: dashes, unit: '' }

/** Undefined while the anchor is raised or its position is unknown. */
export const watchedAnchor = (
  boat: Boat,
  units: ReadonlySignal<UnitPreset | Units>,
): ReadonlySignal<WatchedAnchor | undefined> =>
  computed(() => {
    const state = boat.values.of(`${root}.state`).value?.value
    const place = placeIn(boat.values.of(`${root}.position`).value)
    if (place === undefined || typeof state !== 'string' || state === 'raised') return undefined
    const limit = boat.values.of(`${root}.maxRadius`).value?.value
    const distance = liveNumber(boat, `${root}.currentRadius`, boat.now.value)
    const known = typeof limit === 'number' ? limit : undefined
    const { text, unit } = known === undefined ? unknownLimit : shown('length', known, units.value)
    return {
      place,
      limit: known,
      limitText: `${text} ${unit}`,
      distance,
      isBeyond: distance === undefined || known === undefined ? undefined : distance > known,
    }
  })

const colourOf = ({ isBeyond }: WatchedAnchor): 'stale' | 'alarm' | 'ok' => {
  if (isBeyond === undefined) return 'stale'
  return isBeyond ? 'alarm' : 'ok'
}

/** The lines of an anchor around its middle, in pixels. */
const lines: readonly (readonly Pixel[])[] = [
  [
    [0, -5],
    [0, 9],
  ],
  [
    [-5, -1],
    [5, -1],
  ],
  [
    [-8, 3],
    [-6, 7],
    [0, 9],
    [6, 7],
    [8, 3],
  ],
]

/** The anchor, and the circle of its watch with the limit. */
export const paintAnchor = (pen: Pen, anchor: WatchedAnchor): void => {
  const at = pen.viewport.pixelOfPlace(anchor.place)
  const colour = colourOf(anchor)
  if (anchor.limit !== undefined) {
    const radius = pen.viewport.pixelsFor(anchor.limit, anchor.place)
    strokeRing(pen, at, { colour, width: 2.5, radius, ...(colour === 'stale' && { dash: [6, 5] }) })
    // Where the circle is as small as the anchor, a text would only hide it.
    if (radius > 40)
      write(pen, [at[0], at[1] - radius - 10], { text: anchor.limitText, colour: 'fg', align: 'center' })
  }
  fillDot(pen, at, { colour: 'sea', radius: 13 })
  for (const line of lines) strokeHaloed(pen, shapeAt(at, 0, line), { colour: 'fg', width: 2 })
  strokeRing(pen, [at[0], at[1] - 7], { colour: 'fg', width: 2, radius: 2.5 })
}
