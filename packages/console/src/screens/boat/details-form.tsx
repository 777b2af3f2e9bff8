import type { Boat as BoatPage } from '@marinedata/model'
import type { JSX } from 'preact'
import { useConsole } from '#page/console-context.ts'
import { unitsOf } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { BoatDrawing } from './boat-drawing.tsx'
import { detailText, parseDetails, type DetailMember } from './detail-form.ts'
import { Field, FormFrame, SaveRow, useDraft, type FieldProps, type FormProps } from './form-parts.tsx'
import type { Draft, FieldFaults } from './number-entry.ts'

const identityFields = ['name', 'callsign', 'mmsi'] as const
const sizeFields = ['length', 'beam', 'draught', 'airDraught'] as const
const sensorFields = [
  'gpsFromBow',
  'gpsFromCentre',
  'depthSensorBelowWaterline',
  'depthSensorAboveKeel',
] as const
const hinted: ReadonlySet<string> = new Set(['gpsFromCentre', 'depthSensorAboveKeel', 'airDraught'])

const hintOf = (member: DetailMember): string =>
  // The set contains only these.
  hinted.has(member)
    ? t(`boat.hint.${member as 'gpsFromCentre' | 'depthSensorAboveKeel' | 'airDraught'}`)
    : ''

/** The MMSI names the boat to every program, so it never changes while they run. */
const IdentityNotice = ({ page: { identity } }: { readonly page: BoatPage }): JSX.Element | null =>
  identity.self === identity.afterRestart ? null : (
    <p class="boat-notice" role="status" data-testid="boat-restart">
      {t('boat.restart')}
    </p>
  )

interface DetailFieldsProps extends FormProps {
  readonly members: readonly DetailMember[]
  readonly unit?: string
  readonly draft: Draft
  readonly faults: FieldFaults
  readonly onType: FieldProps['onType']
}

const DetailFields = ({ members, unit = '', ...form }: DetailFieldsProps): JSX.Element => {
  const { page, store, draft, faults, onType } = form
  const units = unitsOf(useConsole().preferences.units.value)
  return (
    <fieldset
      class={`boat-fields ${unit === '' ? '' : 'boat-lengths'}`}
      disabled={store.details.disabledReason.value !== undefined}
    >
      {members.map((member) => (
        <Field
          key={member}
          name={member}
          label={t(`boat.${member}`)}
          unit={unit}
          hint={hintOf(member)}
          text={draft[member] ?? detailText(page.details, member, units)}
          fault={faults[member]}
          onType={onType}
        />
      ))}
    </fieldset>
  )
}

/** Name, size and sensors of the boat. */
export const DetailsForm = ({ page, store }: FormProps): JSX.Element => {
  const units = unitsOf(useConsole().preferences.units.value)
  const { draft, type, finish, notice, isTouched } = useDraft()
  const { content, faults } = parseDetails(page.details, draft, { units, say: t })
  const isReady = isTouched && Object.keys(faults).length === 0
  const save = async (): Promise<void> => {
    if (isReady && (await store.saveDetails(content))) finish(t('boat.saved'))
  }
  const shared = { page, store, draft, faults, onType: type }
  return (
    <FormFrame onSave={save}>
      <section class="card boat-card">
        <h2>{t('boat.identity')}</h2>
        <DetailFields members={identityFields} {...shared} />
        <IdentityNotice page={page} />
      </section>
      <section class="card boat-card">
        <h2>{t('boat.size')}</h2>
        <DetailFields members={sizeFields} unit={units.depth} {...shared} />
      </section>
      <section class="card boat-card">
        <h2>{t('boat.sensors')}</h2>
        <BoatDrawing details={content} />
        <DetailFields members={sensorFields} unit={units.depth} {...shared} />
      </section>
      <SaveRow part="details" isReady={isReady} store={store} notice={notice} />
    </FormFrame>
  )
}
