import type { JSX } from 'preact'
import { useConsole } from '#app/console-context.ts'
import { measureAt, quantityAt } from '#units/path-measures.ts'
import { shown, unitChoices } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'

export interface PathUnitProps {
  readonly path: string
  readonly value: unknown
  /** The SI unit. */
  readonly unit: string | undefined
}

/** Chooses the unit of a single path, used on every screen. Stored on the server for the user. */
export const PathUnit = ({ path, value, unit }: PathUnitProps): JSX.Element | null => {
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
