import type { JSX } from 'preact'
import { ageText } from '#parts/readout.tsx'
import { t } from '#words/words.ts'
import type { DataRow, PathMeta } from './data-table.ts'

export const rowHeight = 52

/** A value as it is, in SI: this is the place to see what the boat really says. */
export const valueText = (value: unknown): string => {
  if (value === null) return t('data.null')
  if (typeof value === 'number') return String(Number(value.toPrecision(7)))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export interface DataRowProps {
  readonly row: DataRow
  readonly meta: PathMeta
  readonly top: number
  readonly now: number
  /** The source that the boat goes by. */
  readonly isWinner: boolean
  readonly isChosen: boolean
  readonly onChoose: () => void
}

export const DataRowView = ({ row, meta, top, now, ...look }: DataRowProps): JSX.Element => {
  const age = now - row.heardAt
  return (
    <button
      type="button"
      class="data-row"
      data-testid="data-row"
      data-path={row.path}
      data-source={row.source}
      data-stale={row.isStale}
      data-winner={look.isWinner}
      data-chosen={look.isChosen}
      style={{ top: `${top}px`, height: `${rowHeight}px` }}
      onClick={look.onChoose}
    >
      <span class="data-path">{row.path}</span>
      <span class="data-value" data-testid="data-value">
        {valueText(row.value)} <span class="quiet">{meta.units ?? ''}</span>
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
