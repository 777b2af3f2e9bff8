import type { Route } from '@marinedata/model'
import type { CasualtyMark } from '#alerts/bands/chart-casualties.ts'
import type { Place } from '#boat/values.ts'
import type { WatchedAnchor } from '#screens/chart/anchor/anchor-layer.ts'
import { type MapPoint, placeText } from '@marinedata/console-map/earth'
import { rangeRingsOf } from '#screens/chart/geo/scale-bar.ts'
import type { RangeRings, Viewport } from '@marinedata/console-map'
import { providedIn } from '#screens/chart/provided/paint-provided.ts'
import type { ProvidedPlace } from '#screens/chart/provided/provided-places.ts'
import type { Leg } from '#navigation/course-store.ts'
import type { FoundLaylines } from '#navigation/laylines.ts'
import type { OwnBoat } from '#navigation/own-ship.ts'
import type { Target } from '#navigation/targets.ts'
import type { UnitPreset, Units } from '#units/quantities.ts'
import { approachesIn } from './paint-approach.ts'

/** A route or measurement being drawn. */
export interface Sketch {
  readonly kind: 'drawing' | 'measuring'
  readonly points: readonly Place[]
  /** Index of the selected point. */
  readonly chosen: number | undefined
}

/** A waypoint on the chart. */
export interface NamedPlace {
  readonly id: string
  readonly name: string
  readonly place: Place
}

/** A route that is saved and not active. */
export interface SavedRoute {
  readonly name: string
  readonly points: readonly Place[]
  /** Whether its panel is open. */
  readonly isOpen: boolean
}

/** Everything drawn on the chart. Items without a position are left out. */
export interface Scene {
  readonly own: OwnBoat | undefined
  readonly track: readonly (readonly MapPoint[])[]
  readonly targets: readonly Target[]
  /** Where the targets have been. */
  readonly trails: readonly (readonly MapPoint[])[]
  /** Context of the selected target, or id of the selected waypoint or place. */
  readonly chosen: string | undefined
  readonly leg: Leg | undefined
  readonly laylines: FoundLaylines | undefined
  /** The points of the active route. */
  readonly route: readonly Place[]
  /** The other saved routes. */
  readonly savedRoutes: readonly SavedRoute[]
  /** Rings around the boat; undefined if switched off. */
  readonly rings: RangeRings | undefined
  readonly waypoints: readonly NamedPlace[]
  /** Places of plugins; empty if they are switched off. */
  readonly provided: readonly ProvidedPlace[]
  readonly sketch: Sketch | undefined
  /** The place of the open place menu. */
  readonly mark: Place | undefined
  /** Position of a person overboard. */
  readonly casualty: Place | undefined
  /** Casualties of distress alerts. Their craft are not in `targets`. */
  readonly casualties: readonly CasualtyMark[]
  /** The anchor while it is down. */
  readonly anchor: WatchedAnchor | undefined
  /** The middle is marked while the boat is not followed. */
  readonly isAdrift: boolean
}

/** The ids of the active route, of the one being edited, and of the one whose panel is open. */
interface RouteStates {
  readonly sailed: string | undefined
  readonly edited: string | undefined
  readonly opened: string | undefined
}

/** Share of the smaller side between two range rings. */
const ringShare = 0.22

export const sceneRings = (
  { metresPerPixel, width, height }: Viewport,
  units: UnitPreset | Units,
): RangeRings | undefined => rangeRingsOf(metresPerPixel, Math.min(width, height) * ringShare, units)

/** How the saved routes are drawn. The one being edited is drawn as a sketch. */
export const sceneRoutes = (
  routes: readonly Route[],
  { sailed, edited, opened }: RouteStates,
): Pick<Scene, 'route' | 'savedRoutes'> => ({
  route: routes.find(({ id }) => id === sailed)?.points ?? [],
  savedRoutes: routes
    .filter(({ id }) => id !== sailed && id !== edited)
    .map(({ id, name, points }) => ({ name, points, isOpen: id === opened })),
})

const pixelText = (viewport: Viewport, place: Place | undefined): string =>
  place === undefined
    ? ''
    : viewport
        .pixelOfPlace(place)
        .map((side) => side.toFixed(1))
        .join(' ')

const boatText = (own: OwnBoat | undefined): string => {
  if (own === undefined) return 'none'
  return own.isOld ? 'hollow' : 'solid'
}

/** Radius of the watch in pixels, and whether the boat is beyond it. */
const ringText = (viewport: Viewport, anchor: WatchedAnchor | undefined): string => {
  if (anchor?.limit === undefined) return ''
  const radius = viewport.pixelsFor(anchor.limit, anchor.place).toFixed(1)
  if (anchor.isBeyond === undefined) return `${radius} unknown`
  return `${radius} ${anchor.isBeyond ? 'beyond' : 'within'}`
}

const ringsText = ({ own, rings }: Scene): string =>
  rings === undefined || own === undefined ? '' : rings.texts.join()

/** Describes the drawing in data attributes, for tests and assistive tools. */
export const describeScene = ({ dataset }: HTMLElement, viewport: Viewport, scene: Scene): void => {
  const { own, track, targets, leg, laylines, chosen, casualty } = scene
  const attributes = {
    zoom: viewport.zoom.toFixed(2),
    rotation: ((viewport.rotation * 180) / Math.PI).toFixed(1),
    boat: boatText(own),
    boatAt: pixelText(viewport, own?.place),
    place: own === undefined ? '' : placeText(own.place),
    trackLines: String(track.length),
    targets: String(targets.length),
    trails: String(scene.trails.length),
    provided: String(providedIn(viewport, scene.provided).length),
    leg: pixelText(viewport, leg?.end),
    chosen: pixelText(viewport, targets.find(({ context }) => context === chosen)?.place),
    mob: pixelText(viewport, casualty),
    casualties: scene.casualties
      .map(({ label, place }) => `${label} ${pixelText(viewport, place)}`)
      .join('; '),
    anchor: pixelText(viewport, scene.anchor?.place),
    anchorRing: ringText(viewport, scene.anchor),
    approaches: String(approachesIn(scene).length),
    rings: ringsText(scene),
    savedRoutes: String(scene.savedRoutes.length),
    laylines: laylines === undefined ? '' : `${laylines.way} ${laylines.degrees}`,
  }
  for (const [name, text] of Object.entries(attributes)) if (dataset[name] !== text) dataset[name] = text
}
