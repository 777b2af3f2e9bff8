import type { PastAlertList } from '@marinedata/model'
import { useComputed, useSignal, type ReadonlySignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { eventsOf, marksOf, type EventMark, type HistoryEvent } from './state/events.ts'
import type { HistoryModel } from './state/history-model.ts'

const readEveryMs = 60_000

/** The alerts of the last day, with those that are active now. */
const useEvents = (model: HistoryModel): ReadonlySignal<readonly HistoryEvent[]> => {
  const { link } = useBoat()
  const { alerts } = useAlerts()
  const past = useSignal<PastAlertList>([])
  useEffect(() => {
    const read = async (): Promise<void> => {
      if (!link.isLost.peek()) past.value = (await model.pastAlerts()) ?? past.peek()
    }
    void read()
    const reading = setInterval(() => void read(), readEveryMs)
    return () => clearInterval(reading)
  }, [])
  return useComputed(() => eventsOf(alerts.list.value, past.value))
}

const textOf = ({ events }: EventMark): string =>
  events.length === 1 ? (events[0]?.text ?? '') : t('history.alerts', { count: events.length })

/** Pixels of a mark. */
const markPixels = 44

/** Alerts along the time. A tap moves the scrubber there. */
export const EventLine = ({ model }: { readonly model: HistoryModel }): JSX.Element => {
  const events = useEvents(model)
  // Two pixels for a row.
  const marks = marksOf(events.value, model.window.value, markPixels / (2 * model.room.value))
  const count = marks.reduce((sum, mark) => sum + mark.events.length, 0)
  return (
    <div
      class="graph graph-events"
      role="group"
      aria-label={t('history.events')}
      data-testid="history-events"
    >
      <div class="graph-label">
        <span>{t('history.events')}</span>
        <small class="quiet">{count === 0 ? t('history.noAlerts') : count}</small>
      </div>
      <div class="graph-marks">
        {marks.map((mark) => (
          <button
            key={mark.events[0]?.id}
            type="button"
            class="event-mark"
            style={{ left: `${(mark.share * 100).toFixed(2)}%` }}
            title={mark.events.map(({ text }) => text).join('\n')}
            aria-label={textOf(mark)}
            data-priority={mark.events[0]?.priority}
            data-testid="history-event"
            onClick={() => (model.cursor.value = mark.events[0]?.at)}
          >
            <i />
          </button>
        ))}
      </div>
    </div>
  )
}
