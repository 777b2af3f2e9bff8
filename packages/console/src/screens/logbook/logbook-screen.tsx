import type { Logbook, LogbookDay, LogbookEntry } from '@marinedata/model'
import type { JSX, TargetedEvent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { dayText, entryTime, entryWords, situationTexts } from './entry-text.ts'
import { LogbookStore } from './logbook-store.ts'
import { Figures, TripCard } from './trip-card.tsx'
import './logbook.css'

const longestNote = 500

interface Stored {
  readonly store: LogbookStore
}

const NoteForm = ({ store }: Stored): JSX.Element => {
  const [text, setText] = useState('')
  const [isSaving, setSaving] = useState(false)
  const reason = store.notes.disabledReason.value
  const problem = store.notes.problem.value
  const add = async (event: TargetedEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setSaving(true)
    if (await store.addNote(text.trim())) setText('')
    setSaving(false)
  }
  return (
    <form class="card log-card" onSubmit={(event) => void add(event)}>
      <label class="field">
        {t('logbook.note')}
        <input
          data-testid="log-note"
          value={text}
          maxLength={longestNote}
          disabled={reason !== undefined}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button
        class="button"
        data-testid="log-add"
        disabled={reason !== undefined || isSaving || text.trim() === ''}
      >
        {t('logbook.add')}
      </button>
      {(problem !== undefined || reason !== undefined) && (
        <p class="quiet" role="status" data-testid="log-problem">
          {problem ?? (reason && t(reason))}
        </p>
      )}
    </form>
  )
}

const Entry = ({ entry, day }: { readonly entry: LogbookEntry; readonly day: string }): JSX.Element => {
  const units = useConsole().preferences.units.value
  const { kind, author } = entry
  return (
    <li class="log-entry" data-kind={kind}>
      <time dateTime={entry.time}>{entryTime(entry, day)}</time>
      <p class="log-words">
        {entryWords(entry)}
        {author !== undefined && <span class="quiet"> {author}</span>}
      </p>
      <p class="log-situation">
        {situationTexts(entry, units).map((text, at, all) => (
          <span key={text}>{at === all.length - 1 ? text : `${text} · `}</span>
        ))}
      </p>
    </li>
  )
}

const Entries = ({ shown }: { readonly shown: LogbookDay }): JSX.Element => (
  <>
    {shown.totals !== null && <Figures figures={shown.totals} />}
    <ol class="log-entries" data-testid="log-entries">
      {shown.entries.toReversed().map((entry) => (
        <Entry key={`${entry.time} ${entry.kind} ${entry.text ?? ''}`} entry={entry} day={shown.day} />
      ))}
    </ol>
  </>
)

const Days = ({ days, store }: Stored & Pick<Logbook, 'days'>): JSX.Element => {
  const shown = store.day.value
  if (days.length === 0) return <p class="quiet">{t('logbook.empty')}</p>
  return (
    <>
      {days.map(({ day, entries }) => {
        const isOpen = shown?.day === day
        return (
          <section key={day} class="log-day" data-testid={`log-${day}`}>
            <h3>
              <button type="button" class="button" aria-expanded={isOpen} onClick={() => store.open(day)}>
                <span class="grow">{dayText(day, new Date())}</span>
                <span class="quiet">{t('logbook.entries', { count: entries })}</span>
              </button>
            </h3>
            {isOpen && <Entries shown={shown} />}
          </section>
        )
      })}
    </>
  )
}

const Removed = ({ removed }: Pick<Logbook, 'removed'>): JSX.Element | null =>
  removed === null ? null : (
    <p class="quiet">
      {t('logbook.removed', { count: removed.entries, date: dayText(removed.until, new Date()) })}
    </p>
  )

const Exports = ({ store }: Stored): JSX.Element => (
  <div class="row wrap">
    <a class="button" href={store.exportHref('md')} download data-testid="log-markdown">
      {t('logbook.markdown')}
    </a>
    <a class="button" href={store.exportHref('csv')} download data-testid="log-csv">
      {t('logbook.csv')}
    </a>
  </div>
)

/** The trip, notes, and the entries of each day. */
export const LogbookScreen = (): JSX.Element => {
  const boat = useBoat()
  const [store] = useState(() => new LogbookStore(boat))
  useEffect(() => () => store[Symbol.dispose](), [])
  const logbook = store.summary.value
  if (logbook === undefined) return <p class="page quiet">{store.problem.value ?? t('shell.loading')}</p>
  return (
    <div class="page log-page">
      <div class="log-column">
        <TripCard trip={logbook.trip} store={store} />
        <NoteForm store={store} />
      </div>
      <section class="card log-card" aria-label={t('screen.logbook')}>
        <Exports store={store} />
        <p class="quiet small">{t('logbook.utcDays')}</p>
        <Days days={logbook.days} store={store} />
        <Removed removed={logbook.removed} />
      </section>
    </div>
  )
}
