import type { JSX } from 'preact'
import { useConsole } from '#app/console-context.ts'
import { ageText } from '#words/durations.ts'
import { shown } from '#units/quantities.ts'
import { quantityAt } from '#units/path-measures.ts'
import { t } from '#words/screen-words.ts'
import type { DataRow, PathMeta } from './data-table.ts'

export const rowHeight = 52

/** The raw value in SI units, as the server sends it. */
export const valueText = (value: unknown): string => {
  if (value === null) return t('data.null')
  if (typeof value === 'number') return String(Number(value.toPrecision(7)))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface ValueProps {
  readonly path: string
  readonly value: unknown
  readonly meta: PathMeta
}

/** The value in the user's units, beside the raw one. */
const InOwnUnits = ({ path, value, meta }: ValueProps): JSX.Element | null => {
  const { preferences } = useConsole()
  const quantity = quantityAt(path, meta.units)
  if (quantity === undefined || typeof value !== 'number') return null
  const { text, unit } = shown(quantity, value, preferences.unitsAt(path))
  return (
    <span class="data-own">
      {text}
      <span class="quiet">{unit === '°' ? unit : ` ${unit}`}</span>
    </span>
  )
}

export interface DataRowProps {
  readonly row: DataRow
  readonly meta: PathMeta
  readonly top: number
  readonly now: number
  /** Whether this is the preferred source. */
  readonly isWinner: boolean
  /** Whether the connection is lost: every value is then old. */
  readonly isLost: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

export const DataRowView = ({ row, meta, top, now, ...look }: DataRowProps): JSX.Element => {
  const age = now - row.receivedAt
  return (
    <button
      type="button"
      class="data-row"
      data-testid="data-row"
      data-path={row.path}
      data-source={row.source}
      data-stale={row.isStale || look.isLost}
      data-winner={look.isWinner}
      data-chosen={look.isChosen}
      style={{ top: `${top}px`, height: `${rowHeight}px` }}
      onClick={look.onChoose}
    >
      <span class="data-path">{row.path}</span>
      <span class="data-value">
        <InOwnUnits path={row.path} value={row.value} meta={meta} />
        <span class="data-told" data-testid="data-value">
          {valueText(row.value)} <span class="quiet">{meta.units ?? ''}</span>
        </span>
      </span>
      <span class="data-source quiet">
        {look.isWinner && <span class="data-winner" title={t('data.winner')} aria-label={t('data.winner')} />}
        {row.source}
      </span>
      <span class="data-age quiet" data-testid="data-age">
        {ageText(age)}
      </span>
      <span class="data-rate quiet" data-testid="data-rate">
        {row.hertz === undefined ? '' : t('data.hertz', { hertz: row.hertz.toFixed(1) })}
      </span>
    </button>
  )
}
