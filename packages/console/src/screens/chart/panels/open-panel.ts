import type { Route } from '@marinedata/model'
import type { Place } from '#boat/values.ts'
import { distanceToPath } from '#screens/chart/geo/leg-handles.ts'
import { type Pixel, type Viewport, wayPixels } from '@marinedata/console-map'

export type ListKind = 'targets' | 'routes' | 'layers' | 'tools'

/** The open panel: at most one. */
export type OpenPanel =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'target'; readonly context: string }
  | { readonly kind: 'waypoint'; readonly id: string }
  | { readonly kind: 'route'; readonly id: string }
  | { readonly kind: 'provided'; readonly id: string }
  /** At the boat when there is no place. */
  | { readonly kind: 'weather'; readonly place: Place | undefined }
  | { readonly kind: 'anchor' }
  | { readonly kind: ListKind }

/** The selected item: a target by its context, a waypoint, a route or a place of a plugin by its id. */
export const chosenIn = (panel: OpenPanel | undefined): string | undefined => {
  if (panel?.kind === 'target') return panel.context
  return panel !== undefined && 'id' in panel ? panel.id : undefined
}

/** The place that the open panel is about, if it has no symbol on the chart. */
export const placeIn = (panel: OpenPanel | undefined): Place | undefined =>
  panel?.kind === 'place' || panel?.kind === 'weather' ? panel.place : undefined

/** The panel of what was tapped: a target, a place of a plugin, a waypoint or the anchor. */
export const panelOf = (
  thing:
    | { readonly context: string }
    | { readonly providedId: string }
    | { readonly id: string }
    | { readonly limit: unknown },
): OpenPanel => {
  if ('context' in thing) return { kind: 'target', context: thing.context }
  if ('providedId' in thing) return { kind: 'provided', id: thing.providedId }
  return 'id' in thing ? { kind: 'waypoint', id: thing.id } : { kind: 'anchor' }
}

/** Touch distance of a route in pixels. */
const lineReach = 12

/** The panel of the route at the pixel, if there is one. */
export const routePanelAt = (
  at: Pixel,
  viewport: Viewport,
  routes: readonly Route[],
): OpenPanel | undefined => {
  const route = routes.find(({ points }) => distanceToPath(at, wayPixels(viewport, points)) <= lineReach)
  return route && { kind: 'route', id: route.id }
}
