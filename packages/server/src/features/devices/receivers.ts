import { ReceiverComparison, type ReceivedPosition } from '@marinedata/core'
import { isWholePosition } from '@marinedata/model'
import type { Base } from '#compose/feature.ts'

const path = 'notifications.server.receivers'

/** The newest position of each source, the preferred one first; empty with fewer than two sources. */
const receivedPositions = ({ core: { tree } }: Base): ReceivedPosition[] => {
  const row = tree.row(tree.self, 'navigation.position')
  if (row?.others === undefined) return []
  return [row.preferred, ...row.others].flatMap(({ source, rank, value, receivedAt, isStale }) =>
    !isStale && typeof value === 'object' && value !== null && isWholePosition(value)
      ? [{ source, rank, position: value, receivedAt }]
      : [],
  )
}

/** Compares the receivers of the boat, whether or not a plugin watches the anchor. Call the result every second. */
export const receiverWatch = (base: Base): (() => void) => {
  const { clock, voice } = base.core
  const comparison = new ReceiverComparison((value) => voice.publish('server', [{ path, value }]))
  return () => comparison.compare(receivedPositions(base), clock.now())
}
