import type { Observations } from '#sensors/observations.ts'
import type { Stay } from '#stay.ts'
import type { Seconds } from '#water/units.ts'
import { frozenAdvice, receiversAdvice, twoPlacesAdvice, windShiftAdvice } from './advice.ts'
import { downtimeNotice, type Downtime } from './downtime.ts'
import { byGravity, type Notice } from './notice.ts'

interface NoticeInput {
  readonly stay: Stay | undefined
  readonly observations: Observations
  readonly downtime: Downtime | null
  readonly now: Seconds
  /** The hint about a forgotten watch. */
  readonly hint: Notice | undefined
}

/** All notices, highest level first. While the anchor is up there is only the hint. */
export const watchNotices = ({ stay, observations, downtime, now, hint }: NoticeInput): readonly Notice[] => {
  if (stay === undefined) return hint === undefined ? [] : [hint]
  const { shift } = observations
  const [disagreement, frozen] = [observations.disagreement(now), observations.frozenFor(now)]
  const twoPlaces = observations.twoPlaces(now)
  const notices = [
    ...stay.notices(now),
    observations.noFix.notice(now),
    shift && windShiftAdvice(shift),
    twoPlaces && twoPlacesAdvice(twoPlaces),
    disagreement && receiversAdvice(disagreement),
    frozen === undefined ? undefined : frozenAdvice(frozen),
    downtimeNotice(downtime, now),
  ]
  return byGravity(notices.filter((notice) => notice !== undefined))
}
