import type { JSX } from 'preact'
import { useComputed } from '@preact/signals'
import type { Priority } from '#alerts/alert.ts'
import { useLimit } from './use-limit.ts'
import { useBoat } from '#boat/boat.ts'
import { ageOf, numberIn, type Age, type Reading } from '#boat/values.ts'
import { useConsole } from '#page/console-context.ts'
import { dashes, shown, sideOf, type Quantity } from '#units/quantities.ts'
import { ageText } from '#words/durations.ts'
import { t } from '#words/words.ts'

export interface ReadoutProps {
  readonly path: string
  readonly quantity: Quantity
  /** Three letters, as on instruments. */
  readonly label: string
  readonly name: string
  readonly testId: string
  /** Reference of a bearing: `T` or `M`. */
  readonly suffix?: string
}

/** The priority of a value beyond its limit, in words. */
export const LimitTag = ({ limit }: { readonly limit: Priority | undefined }): JSX.Element | null =>
  limit === undefined ? null : <span class="limit">{t(`alerts.priority.${limit}`)}</span>

interface Spoken {
  readonly name: string
  readonly value: string
  readonly unit: string
  readonly age: Age
  readonly old: string
}

const spoken = ({ name, value, unit, age, old }: Spoken): string => {
  if (age === 'dead') return t('value.dead', { label: name })
  return t(age === 'fresh' ? 'value.live' : 'value.stale', { label: name, value, unit, age: old })
}

/** The age of a value. "Not available" has no age: the course has ended, not the sensor. */
const oldText = (reading: Reading | undefined, now: number): string =>
  reading === undefined || reading.value === null ? '' : ageText(now - reading.receivedAt)

/** Why there is no value. */
const silenceText = (reading: Reading | undefined, old: string): string => {
  if (reading === undefined) return t('age.never')
  return old === '' ? dashes : t('age.noData', { source: reading.source, age: old })
}

/**
 * A value with its unit. A stale value is struck through with its age, an unknown one is dashes; neither is ever zero.
 */
export const Readout = ({ path, quantity, label, name, testId, suffix = '' }: ReadoutProps): JSX.Element => {
  const boat = useBoat()
  const { preferences } = useConsole()
  const reading = boat.values.of(path)
  const age = useComputed(() => ageOf(reading.value, boat.now.value, boat.link.isLost.value))
  const old = useComputed(() => (age.value === 'fresh' ? '' : oldText(reading.value, boat.now.value)))
  const number = numberIn(reading.value)
  const has = age.value !== 'dead' && number !== undefined
  const { text, unit } = has ? shown(quantity, number, preferences.unitsAt(path)) : { text: dashes, unit: '' }
  const limit = useLimit(path)
  const silence = age.value === 'dead' ? silenceText(reading.value, old.value) : undefined
  return (
    <div
      class="readout"
      data-path={path}
      tabIndex={0}
      data-testid={testId}
      data-age={age.value}
      data-side={has ? sideOf(quantity, number) : undefined}
      data-limit={limit}
      title={silence}
    >
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <span class="unit" aria-hidden="true">
        {age.value === 'fresh' ? `${unit}${suffix}` : old.value}
      </span>
      <output
        class="value"
        aria-live="off"
        aria-label={spoken({ name, value: text, unit: unit + suffix, age: age.value, old: old.value })}
      >
        {text}
      </output>
      <LimitTag limit={limit} />
    </div>
  )
}
