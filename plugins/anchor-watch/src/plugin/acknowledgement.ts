import { checkOf, Notification, severityOf } from '@marinedata/model'
import type { SentDelta } from '@marinedata/plugin-api'
import type { WatchAlert } from '#watch-report.ts'

/** Where the server publishes the state of the alert, including its acknowledgement by the crew. */
export const answerPath = 'notifications.navigation.anchor'

const notification = checkOf<Notification>(Notification)

/** The last notification about this device in a delta; undefined when there is none. */
export const answerIn = ({ updates }: SentDelta, device: string): Notification | undefined =>
  updates
    .filter(({ $source }) => $source === device)
    .flatMap(({ values = [] }) => values)
    .filter(({ path }) => path === answerPath)
    .map(({ value }) => value)
    .findLast((value) => notification.accepts(value))

/** Whether this alert is acknowledged. An earlier acknowledgement, or one of a lower level, does not count. */
export const isAcknowledgementOf = ({ episode, level }: WatchAlert, answer: Notification): boolean =>
  answer.status === 'acknowledged' &&
  answer.episode === episode &&
  severityOf(answer.state) >= severityOf(level)
