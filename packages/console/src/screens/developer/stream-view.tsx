import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { t } from '#words/screen-words.ts'
import { DeltaTape, linesWith, type DelayBar, type TapeLine } from './delta-tape.ts'

const drawEveryMs = 500

/** Subscribes to all vessels on a separate stream, without initial values. */
const useTape = (): DeltaTape => {
  const { client } = useBoat()
  const [tape] = useState(() => new DeltaTape())
  useEffect(() => {
    const stream = client.stream({ subscribe: 'all', sendCachedValues: false })
    const read = async (): Promise<void> => {
      for await (const delta of stream) tape.take(delta, Date.now())
    }
    void read()
    return () => void stream.close()
  }, [])
  return tape
}

interface Seen {
  readonly lines: readonly TapeLine[]
  readonly perSecond: number
  readonly delays: readonly DelayBar[]
}

/** The content of the tape, updated twice a second unless paused. */
const useSeen = (tape: DeltaTape, isPaused: boolean): Seen => {
  const look = (): Seen => ({
    lines: tape.lines,
    perSecond: tape.perSecond(Date.now()),
    delays: tape.delays(),
  })
  const [seen, setSeen] = useState(look)
  useEffect(() => {
    if (isPaused) return undefined
    const looking = setInterval(() => setSeen(look()), drawEveryMs)
    return () => clearInterval(looking)
  }, [isPaused])
  return seen
}

const barHeight = 40

/** Histogram of delays. */
const Delays = ({ delays }: Pick<Seen, 'delays'>): JSX.Element => {
  const most = Math.max(1, ...delays.map(({ count }) => count))
  const labels = delays.map(({ below, count }) => `${below === Infinity ? '…' : `< ${below} ms`}: ${count}`)
  return (
    <figure class="developer-delays" title={t('developer.delaysWhat')}>
      <div class="developer-bars" role="img" aria-label={`${t('developer.delays')}: ${labels.join(', ')}`}>
        {delays.map(({ below, count }) => (
          <div key={below}>
            {count > 0 && <i style={{ height: `${Math.ceil((count / most) * barHeight)}px` }} />}
            <span>{below === Infinity ? '…' : below}</span>
          </div>
        ))}
      </div>
      <figcaption class="quiet small">{t('developer.delays')}</figcaption>
    </figure>
  )
}

/** `12:04:11.250` */
const timeText = (at: number): string => new Date(at).toISOString().slice(11, 23)

const Line = ({ line }: { readonly line: TapeLine }): JSX.Element => (
  <li data-testid="stream-row">
    <details>
      <summary>
        <span class="developer-line">
          <span class="quiet">{timeText(line.at)}</span> {line.text}
        </span>
      </summary>
      <pre tabIndex={0}>{JSON.stringify(line.delta, undefined, 2)}</pre>
    </details>
  </li>
)

interface BarProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
  readonly isPaused: boolean
  readonly onPause: () => void
  readonly perSecond: number
}

const Bar = ({ filter, onFilter, isPaused, onPause, perSecond }: BarProps): JSX.Element => (
  <div class="developer-bar">
    <input
      class="developer-filter"
      type="search"
      value={filter}
      placeholder={t('developer.streamFilter')}
      aria-label={t('developer.streamFilter')}
      data-testid="stream-filter"
      onInput={({ currentTarget }) => onFilter(currentTarget.value)}
    />
    <span class="small developer-rate" data-testid="stream-rate" data-rate={perSecond.toFixed(1)}>
      {t('developer.rate', { rate: perSecond.toFixed(1) })}
    </span>
    <button type="button" class="button" aria-pressed={isPaused} data-testid="stream-pause" onClick={onPause}>
      {t(isPaused ? 'developer.go' : 'developer.pause')}
    </button>
  </div>
)

/** The last two hundred deltas as received. */
export const StreamView = (): JSX.Element => {
  const [filter, setFilter] = useState('')
  const [isPaused, setPaused] = useState(false)
  const tape = useTape()
  const { lines, perSecond, delays } = useSeen(tape, isPaused)
  const found = linesWith(lines, filter)
  return (
    <div class="developer-stream">
      <Bar
        filter={filter}
        onFilter={setFilter}
        isPaused={isPaused}
        onPause={() => setPaused(!isPaused)}
        perSecond={perSecond}
      />
      <Delays delays={delays} />
      <ol class="developer-tape" tabIndex={0} aria-label={t('developer.stream')} data-testid="stream-tape">
        {found.length === 0 && <li class="quiet">{t('developer.quiet')}</li>}
        {found.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </ol>
    </div>
  )
}
