import { OwnMmsiWatch, ReceiverComparison, type ReceivedPosition } from '@marinedata/core'
import { isWholePosition } from '@marinedata/model'
import type { Base } from '#compose/feature.ts'

const positionPath = 'navigation.position'
/** The position that received AIS messages give for own ship's MMSI. */
const ownMmsiPath = 'sensors.ais.ownMmsiPosition'

/** The newest position of each source at a path, the preferred one first. */
const receivedAt = ({ core: { tree } }: Base, path: string): ReceivedPosition[] => {
  const row = tree.row(tree.self, path)
  if (row === undefined) return []
  return [row.preferred, ...(row.others ?? [])].flatMap(({ source, rank, value, receivedAt: at, isStale }) =>
    !isStale && typeof value === 'object' && value !== null && isWholePosition(value)
      ? [{ source, rank, position: value, receivedAt: at }]
      : [],
  )
}

/**
 * Compares the positions of the receivers with each other and with AIS messages that carry own ship's MMSI, whether or not a
 * plugin watches the anchor. Call the result every second.
 */
export const receiverWatch = (base: Base): (() => void) => {
  const { clock, voice } = base.core
  const publishTo = (path: string) => (value: object) => voice.publish('server', [{ path, value }])
  const receivers = new ReceiverComparison(publishTo('notifications.server.receivers'))
  const ownMmsi = new OwnMmsiWatch(publishTo('notifications.server.ownMmsi'))
  return () => {
    const now = clock.now()
    const positions = receivedAt(base, positionPath)
    receivers.compare(positions, now)
    const claimed = receivedAt(base, ownMmsiPath).toSorted((a, b) => b.receivedAt - a.receivedAt)[0]
    ownMmsi.watch(claimed, positions[0], now)
  }
}
