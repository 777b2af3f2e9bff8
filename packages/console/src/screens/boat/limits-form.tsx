import type { Boat as BoatPage, WatchedLimit } from '@marinedata/model'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { unitsOf } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { Field, FormFrame, SaveRow, useDraft, type FieldProps, type FormProps } from './form-parts.tsx'
import { batteryOf, levels, limitFields, limitText, parseLimits, type LimitField } from './limit-form.ts'
import type { Draft, FieldFaults } from './number-entry.ts'

const statusText = (watch: WatchedLimit | undefined): string =>
  watch === undefined ? t('boat.watch.off') : t(`boat.watch.${watch.status}`)

interface LimitProps {
  readonly field: LimitField
  readonly page: BoatPage
  readonly draft: Draft
  readonly faults: FieldFaults
  readonly onType: FieldProps['onType']
}

const limitTitle = (limit: string): string => {
  const name = batteryOf(limit)
  if (name !== undefined) return t('boat.limit.battery', { name })
  // The other limits are these.
  return t(`boat.limit.${limit as 'depth' | 'windTrue' | 'windApparent'}`)
}

const Limit = ({ field, page, draft, faults, onType }: LimitProps): JSX.Element => {
  const { limit } = field
  const watch = page.watches.find((each) => each.limit === limit)
  return (
    <div class="boat-limit" data-testid={`limit-${limit}`}>
      <h3>{limitTitle(limit)}</h3>
      <p class="quiet small" data-status={watch?.status ?? 'off'} data-testid={`watch-${limit}`}>
        {statusText(watch)}
      </p>
      <div class="boat-levels">
        {levels.map((level) => {
          const name = `${limit}/${level}`
          return (
            <Field
              key={name}
              name={name}
              label={t(`boat.${level}${field.isLow ? 'Low' : 'High'}`)}
              unit={field.unit}
              text={draft[name] ?? limitText(page.limits, field, level)}
              fault={faults[name]}
              onType={onType}
            />
          )
        })}
      </div>
    </div>
  )
}

/** The batteries that send a voltage or have a limit. */
const batteriesOf = ({ batteries, limits }: BoatPage): string[] =>
  [...new Set([...batteries, ...Object.keys(limits.batteries ?? {})])].toSorted()

const UndoButton = ({ onUndo }: { readonly onUndo: () => Promise<void> }): JSX.Element => (
  <button type="button" class="button" data-testid="undo-limits" onClick={() => void onUndo()}>
    {t('boat.undo')}
  </button>
)

/** The limits that raise alerts. */
export const LimitsForm = ({ page, store }: FormProps): JSX.Element => {
  const units = unitsOf(useConsole().preferences.units.value)
  const { draft, type, finish, notice, isTouched } = useDraft()
  const batteries = batteriesOf(page)
  const fields = limitFields(batteries, units)
  const { content, faults } = parseLimits(page.limits, draft, { fields, say: t })
  const isReady = isTouched && Object.keys(faults).length === 0
  const save = async (): Promise<void> => {
    if (isReady && (await store.saveLimits(content))) finish(t('boat.saved'))
  }
  const undo = async (): Promise<void> => {
    if (await store.undoLimits()) finish(t('boat.undone'))
  }
  const mayUndo = store.undoable.value !== undefined && !isTouched
  return (
    <FormFrame onSave={save}>
      <section class="card boat-card">
        <h2>{t('boat.limits')}</h2>
        <p class="quiet">{t('boat.limitsNote')}</p>
        <fieldset class="boat-limits" disabled={store.limits.disabledReason.value !== undefined}>
          {fields.map((field) => (
            <Limit key={field.limit} {...{ field, page, draft, faults }} onType={type} />
          ))}
        </fieldset>
        {batteries.length === 0 && <p class="quiet small">{t('boat.noBatteries')}</p>}
        <SaveRow part="limits" isReady={isReady} store={store} notice={notice}>
          {mayUndo && <UndoButton onUndo={undo} />}
        </SaveRow>
      </section>
    </FormFrame>
  )
}
