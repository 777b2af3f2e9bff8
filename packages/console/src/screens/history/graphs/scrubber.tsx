import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { useKeys } from '#page/keys.ts'
import { lineIcon } from '#theme/icons.tsx'
import { t } from '#words/screen-words.ts'
import type { HistoryModel } from '../state/history-model.ts'
import { cursorText, offsetOf, tickText } from '../state/moments.ts'
import { panned, ticksOf, zoomed, type Ticks } from '../state/time-window.ts'

interface ModelProps {
  readonly model: HistoryModel
}

const PlayIcon = lineIcon(<path d="M8 5l11 7-11 7z" />)
const PauseIcon = lineIcon(<path d="M8 5v14M16 5v14" stroke-width="3" />)

/** The time shown is played in this time. */
const playMs = 30_000
const stepMs = 50

/** Moves the scrubber to the end of what is shown. */
const PlayButton = ({ model }: ModelProps): JSX.Element => {
  const isPlaying = useSignal(false)
  useEffect(() => {
    if (!isPlaying.value) return undefined
    const { window, moment, cursor } = model
    if (moment.peek() >= window.peek().to) cursor.value = window.peek().from
    const playing = setInterval(() => {
      const { from, to } = window.peek()
      const next = moment.peek() + ((to - from) * stepMs) / playMs
      cursor.value = next < to ? next : undefined
      if (next >= to) isPlaying.value = false
    }, stepMs)
    return () => clearInterval(playing)
  }, [isPlaying.value])
  const word = t(isPlaying.value ? 'history.pause' : 'history.play')
  return (
    <button
      type="button"
      class="button history-play"
      aria-label={word}
      title={word}
      data-testid="history-play"
      onClick={() => (isPlaying.value = !isPlaying.value)}
    >
      {isPlaying.value ? <PauseIcon /> : <PlayIcon />}
    </button>
  )
}

const parts = 1_000

/** Moves along the time shown. Arrow keys move it by a step, Page Up and Page Down move the time. */
const Slider = ({ model }: ModelProps): JSX.Element => {
  const { from, to } = model.window.value
  const moment = model.moment.value
  const place = (at: number): void => {
    model.cursor.value = at >= parts ? undefined : from + (at / parts) * (to - from)
  }
  const turnPage = (event: KeyboardEvent): void => {
    if (event.key !== 'PageUp' && event.key !== 'PageDown') return
    event.preventDefault()
    const ms = (event.key === 'PageUp' ? -0.5 : 0.5) * (to - from)
    model.view.value = panned(model.view.peek(), ms, model.now.peek())
  }
  return (
    <input
      type="range"
      class="history-slider"
      min="0"
      max={parts}
      value={Math.round(((moment - from) / (to - from)) * parts)}
      aria-label={t('history.scrubber')}
      aria-valuetext={cursorText(moment, model.now.value)}
      data-testid="history-scrubber"
      onInput={({ currentTarget }) => place(Number(currentTarget.value))}
      onKeyDown={turnPage}
      // Keys of the console work again: a field takes them, STANDBY too.
      onPointerUp={({ currentTarget }) => currentTarget.blur()}
    />
  )
}

/** Zooms about the scrubber with the keys of the chart. */
const useZoomKeys = (model: HistoryModel): void => {
  const zoom = (factor: number) => (): void => {
    const at = model.moment.peek()
    model.view.value = zoomed(model.view.peek(), { factor, at }, model.now.peek())
  }
  useKeys({ '+': zoom(0.5), '=': zoom(0.5), '-': zoom(2) })
}

const mostTicks = (room: number): number => (room < 300 ? 4 : 7)

/** The round times of what is shown. */
export const useTicks = (model: HistoryModel): Ticks & { readonly textOf: (at: number) => string } => {
  const offset = offsetOf(useConsole().preferences.of('clock').value)
  const ticks = ticksOf(model.window.value, mostTicks(model.room.value), offset)
  return { ...ticks, textOf: (at) => tickText(at, ticks.unit, offset) }
}

/** Names of round times, below the graphs. */
export const TimeAxis = ({ model }: ModelProps): JSX.Element => {
  const { at, textOf } = useTicks(model)
  const { from, to } = model.window.value
  return (
    <div class="history-axis" aria-hidden="true">
      {at.map((tick) => (
        <span key={tick} style={{ left: `${(((tick - from) / (to - from)) * 100).toFixed(2)}%` }}>
          {textOf(tick)}
        </span>
      ))}
    </div>
  )
}

/** One scrubber for graphs, track and events. */
export const Scrubber = ({ model }: ModelProps): JSX.Element => {
  useZoomKeys(model)
  return (
    <>
      <PlayButton model={model} />
      <Slider model={model} />
    </>
  )
}
