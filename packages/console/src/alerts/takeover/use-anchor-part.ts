import type { FunctionComponent } from 'preact'
import { anchorPath, type ShownAlert } from '#alerts/alert.ts'
import { useBoat } from '#boat/boat-context.ts'
import { textIn } from '#boat/reading.ts'
import { useLazy } from '#parts/use-lazy.ts'

/** Parts of the anchor alarm: figures, extend button, crew call. */
export interface AnchorPart {
  readonly AnchorFacts: FunctionComponent
  readonly Extension: FunctionComponent
  readonly CallButton: FunctionComponent
}

const load = (): Promise<AnchorPart> => import('#alerts/anchor/anchor-part.tsx')

/** Loaded while the anchor is down, so that it is ready for an alarm. Undefined for any other alarm. */
export const useAnchorPart = (alert: ShownAlert | undefined): AnchorPart | undefined => {
  const { values } = useBoat()
  const state = textIn(values.of('navigation.anchor.state').value)
  const isAnchor = alert?.path === anchorPath
  const part = useLazy(isAnchor || state === 'setting' || state === 'watching', load)
  return isAnchor ? part : undefined
}
