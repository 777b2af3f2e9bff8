import type { FunctionComponent } from 'preact'
import { anchorPath, type ShownAlert } from '#alerts/alert.ts'
import { useBoat } from '#boat/boat-context.ts'
import { textIn } from '#boat/reading.ts'
import { useLater } from '#parts/later.ts'

/** What an anchor alarm has besides: the figures, a wider circle, a call for the crew. */
export interface AnchorPart {
  readonly AnchorFacts: FunctionComponent
  readonly Extension: FunctionComponent
  readonly CallButton: FunctionComponent
}

const load = (): Promise<AnchorPart> => import('#alerts/anchor/anchor-part.tsx')

/** It is fetched while the anchor is down, so that it is there when it is needed. Undefined for any other alarm. */
export const useAnchorPart = (alert: ShownAlert | undefined): AnchorPart | undefined => {
  const { values } = useBoat()
  const state = textIn(values.of('navigation.anchor.state').value)
  const isAnchor = alert?.path === anchorPath
  const part = useLater(isAnchor || state === 'setting' || state === 'watching', load)
  return isAnchor ? part : undefined
}
