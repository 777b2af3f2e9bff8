import { checkOf, Notification, severityOf } from '@marinedata/model'
import type { SentDelta } from '@marinedata/plugin-api'
import type { WatchAlert } from '#watch-report.ts'

/** Where the server tells what became of the call: the crew answers there, on whatever screen. */
export const answerPath = 'notifications.navigation.anchor'

const notification = checkOf<Notification>(Notification)

/** What is told last in a delta of the calls of this device; undefined when it is about something else. */
export const answerIn = ({ updates }: SentDelta, device: string): Notification | undefined =>
  updates
    .filter(({ $source }) => $source === device)
    .flatMap(({ values = [] }) => values)
    .filter(({ path }) => path === answerPath)
    .map(({ value }) => value)
    .findLast((value) => notification.accepts(value))

/** Whether someone has heard this very call. What was acknowledged before it, or when it was less, is no answer to it. */
export const isAnswered = ({ episode, level }: WatchAlert, answer: Notification): boolean =>
  answer.status === 'acknowledged' &&
  answer.episode === episode &&
  severityOf(answer.state) >= severityOf(level)
