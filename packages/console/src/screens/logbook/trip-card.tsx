import type { Logbook, TripFigures } from '@marinedata/model'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { HoldButton } from '#parts/hold-button.tsx'
import { dashes, type Units } from '#units/quantities.ts'
import { durationText } from '#words/durations.ts'
import { t, type WordKey } from '#words/screen-words.ts'
import { momentText } from '#words/words.ts'
import { amountText } from './entry-text.ts'
import type { LogbookStore } from './logbook-store.ts'

const resetMs = 800

const speedText = (value: number | null, units: Units): string =>
  value === null ? dashes : amountText('speed', value, units)

const timeText = (seconds: number): string => durationText(seconds * 1_000)

const figuresIn = (figures: TripFigures, units: Units): readonly (readonly [WordKey, string])[] => [
  ['logbook.distance', amountText('distance', figures.distance, units)],
  ['logbook.underWay', timeText(figures.underWay)],
  ['logbook.engine', timeText(figures.engine)],
  ['logbook.mean', speedText(figures.averageSpeed, units)],
  ['logbook.maximum', speedText(figures.maximumSpeed, units)],
  ...(figures.unknown > 0 ? ([['logbook.unknown', timeText(figures.unknown)]] as const) : []),
]

/** Distance, times and speeds. */
export const Figures = ({ figures }: { readonly figures: TripFigures }): JSX.Element => {
  const units = useConsole().preferences.units.value
  return (
    <dl class="log-figures">
      {figuresIn(figures, units).map(([word, value]) => (
        <div key={word} data-testid={word}>
          <dt>{t(word)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The trip since the last reset. */
export const TripCard = ({
  trip,
  store,
}: {
  readonly trip: Logbook['trip']
  readonly store: LogbookStore
}): JSX.Element => {
  const reason = store.resets.disabledReason.value
  const problem = store.resets.problem.value
  if (trip === null)
    return (
      <section class="card" data-testid="trip">
        <p>{t('logbook.off')}</p>
      </section>
    )
  return (
    <section class="card log-card" data-testid="trip">
      <h2>{t('logbook.trip')}</h2>
      <p class="quiet">{t('logbook.since', { time: momentText(Date.parse(trip.since), Date.now()) })}</p>
      <Figures figures={trip.figures} />
      <HoldButton
        ms={resetMs}
        testId="trip-reset"
        disabled={reason !== undefined}
        onHeld={() => void store.resetTrip()}
      >
        {t('logbook.reset')}
      </HoldButton>
      {(reason !== undefined || problem !== undefined) && (
        <p class="quiet" role="status">
          {problem ?? (reason && t(reason))}
        </p>
      )}
    </section>
  )
}
