import type { Place } from '#boat/values.ts'

export type ListKind = 'targets' | 'routes' | 'layers' | 'tools'

/** The open panel: at most one. */
export type OpenPanel =
  | { readonly kind: 'place'; readonly place: Place }
  | { readonly kind: 'target'; readonly context: string }
  | { readonly kind: 'waypoint'; readonly id: string }
  | { readonly kind: 'route'; readonly id: string }
  | { readonly kind: 'anchor' }
  | { readonly kind: ListKind }

/** The selected item: a target by its context, a waypoint or route by its id. */
export const chosenIn = (panel: OpenPanel | undefined): string | undefined => {
  if (panel?.kind === 'target') return panel.context
  return panel?.kind === 'waypoint' || panel?.kind === 'route' ? panel.id : undefined
}

/** The panel of what was tapped: a target, a waypoint or the anchor. */
export const panelOf = (
  thing: { readonly context: string } | { readonly id: string } | { readonly limit: unknown },
): OpenPanel => {
  if ('context' in thing) return { kind: 'target', context: thing.context }
  return 'id' in thing ? { kind: 'waypoint', id: thing.id } : { kind: 'anchor' }
}
