import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { useBoat } from '#boat/boat.ts'
import { Copyable } from '#parts/copyable.tsx'
import { ageText } from '#words/durations.ts'
import { Sheet } from '#parts/sheet.tsx'
import { measureAt, quantityAt } from '#units/path-measures.ts'
import { shown, unitChoices } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { type DataRow, type PathMeta, curlOf, subscriptionOf } from './data-table.ts'

interface PathUnitProps {
  readonly path: string
  readonly value: unknown
  /** The SI unit. */
  readonly unit: string | undefined
}

/** Chooses the unit of a single path, used on every screen. Stored on the server for the user. */
const PathUnit = ({ path, value, unit }: PathUnitProps): JSX.Element | null => {
  const { preferences, preferencesSync } = useConsole()
  const measure = measureAt(path, unit)
  const quantity = quantityAt(path, unit)
  if (measure === undefined || quantity === undefined || typeof value !== 'number') return null
  const chosen = preferences.of('units.paths')
  const { [path]: own, ...others } = chosen.value
  const { text, unit: shownIn } = shown(quantity, value, preferences.unitsAt(path))
  return (
    <div class="data-unit" role="radiogroup" aria-label={t('data.shownIn')}>
      <span class="quiet small">
        {t('data.shownIn')}: {text} {shownIn}
      </span>
      <div class="row wrap">
        {[undefined, ...unitChoices[measure]].map((choice) => (
          <button
            key={choice ?? ''}
            type="button"
            class="button"
            role="radio"
            aria-checked={own === choice}
            disabled={preferencesSync.state.value === 'asking'}
            data-testid={`data-unit-${choice ?? 'as-chosen'}`}
            onClick={() => {
              chosen.value = choice === undefined ? others : { ...others, [path]: choice }
            }}
          >
            {choice ?? t('data.asChosen')}
          </button>
        ))}
      </div>
    </div>
  )
}

export const rowHeight = 52

/** The raw value in SI units, as the server sends it. */
const valueText = (value: unknown): string => {
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

interface DataRowProps {
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

export const DataRowView = ({ row, meta, top, now, ...flags }: DataRowProps): JSX.Element => {
  const age = now - row.receivedAt
  return (
    <button
      type="button"
      class="data-row"
      data-testid="data-row"
      data-path={row.path}
      data-source={row.source}
      data-stale={row.isStale || flags.isLost}
      data-winner={flags.isWinner}
      data-chosen={flags.isChosen}
      style={{ top: `${top}px`, height: `${rowHeight}px` }}
      onClick={flags.onChoose}
    >
      <span class="data-path">{row.path}</span>
      <span class="data-value">
        <InOwnUnits path={row.path} value={row.value} meta={meta} />
        <span class="data-value-text" data-testid="data-value">
          {valueText(row.value)} <span class="quiet">{meta.units ?? ''}</span>
        </span>
      </span>
      <span class="data-source quiet">
        {flags.isWinner && (
          <span class="data-winner" title={t('data.winner')} aria-label={t('data.winner')} />
        )}
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

interface DataDetailsProps {
  readonly row: DataRow
  readonly meta: PathMeta
  readonly onClose: () => void
}

/** Details of one value, and how a program reads it. */
export const DataDetails = ({ row, meta, onClose }: DataDetailsProps): JSX.Element => {
  const { productWord } = useBoat()
  return (
    <Sheet title={meta.displayName ?? row.path} onClose={onClose} testId="data-details">
      {meta.description !== undefined && <p class="quiet">{meta.description}</p>}
      <dl class="data-facts">
        <dt>{t('data.path')}</dt>
        <dd>{row.path}</dd>
        <dt>{t('data.value')}</dt>
        <dd>
          {valueText(row.value)} {meta.units ?? ''}
        </dd>
        <dt>{t('data.source')}</dt>
        <dd>{row.source}</dd>
      </dl>
      <PathUnit path={row.path} value={row.value} unit={meta.units} />
      <Copyable
        title={t('data.curl')}
        text={curlOf(location.origin, productWord, row.path)}
        testId="data-curl"
      />
      <Copyable title={t('data.subscription')} text={subscriptionOf(row.path)} testId="data-subscription" />
    </Sheet>
  )
}
