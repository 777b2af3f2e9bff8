import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '#words/screen-words.ts'
import type { SettingField } from './setting-fields.ts'
import {
  hasValue,
  shownFields,
  typedOf,
  withRow,
  type Entered,
  type Row,
  type Typed,
} from './settings-form.ts'

interface InputProps {
  readonly field: SettingField
  readonly entered: Entered | undefined
  readonly onEnter: (entered: Entered) => void
}

/** The input of a field without inner fields. */
const plain = (entered: Entered | undefined): string => (typeof entered === 'string' ? entered : '')

const optionText = (field: SettingField, option: string): string => {
  if (field.kind !== 'switch') return option
  return option === 'true' ? t('switch.on') : t('switch.off')
}

const Selection = ({ field, entered, onEnter }: InputProps): JSX.Element => {
  const options = field.kind === 'switch' ? ['true', 'false'] : field.choices.map(String)
  const standard = typedOf(field, field.standard)
  return (
    <select value={plain(entered)} onChange={({ currentTarget }) => onEnter(currentTarget.value)}>
      <option value="">
        {standard === '' ? '–' : t('devices.standard', { value: optionText(field, standard) })}
      </option>
      {options.map((option) => (
        <option key={option} value={option}>
          {optionText(field, option)}
        </option>
      ))}
    </select>
  )
}

const TextInput = ({ field, entered, onEnter }: InputProps): JSX.Element => {
  const { kind, isSecret, standard } = field
  const text = plain(entered)
  const placeholder = standard === undefined ? '' : typedOf(field, standard)
  if (kind === 'lines' || kind === 'json')
    return (
      <textarea
        rows={Math.min(8, Math.max(2, text.split('\n').length + 1))}
        value={text}
        placeholder={placeholder}
        onInput={({ currentTarget }) => onEnter(currentTarget.value)}
      />
    )
  const common = {
    value: text,
    placeholder,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      onEnter(currentTarget.value),
  }
  if (!isSecret) return <input inputMode={kind === 'number' ? 'decimal' : 'text'} {...common} />
  return (
    <input
      type="password"
      autocomplete="new-password"
      // A saved secret is a row of asterisks: typing replaces all of it.
      onFocus={({ currentTarget }) => currentTarget.select()}
      {...common}
    />
  )
}

const Labelled = (props: InputProps): JSX.Element => {
  const { title, hint, kind, scale } = props.field
  const isSelection = kind === 'choice' || kind === 'switch'
  return (
    <label class="field">
      {scale === undefined ? title : `${title} (${scale.unit})`}
      {isSelection ? <Selection {...props} /> : <TextInput {...props} />}
      {hint !== '' && <span>{hint}</span>}
      {kind === 'lines' && <span>{t('devices.onePerLine')}</span>}
    </label>
  )
}

interface ListProps {
  readonly field: SettingField
  readonly rows: readonly Row[]
  readonly onEnter: (rows: readonly Row[]) => void
}

const ListInput = ({ field, rows, onEnter }: ListProps): JSX.Element => (
  <>
    {rows.map((row, at) => (
      <fieldset key={row.key} class="devices-row" data-testid={`setting-row-${field.name}`}>
        <Inputs
          fields={field.inner}
          typed={row.typed}
          onEnter={(typed) => onEnter(rows.with(at, { ...row, typed }))}
        />
        <button
          type="button"
          class="button"
          data-testid={`setting-remove-${field.name}`}
          onClick={() => onEnter(rows.filter(({ key }) => key !== row.key))}
        >
          {t('devices.removeRow')}
        </button>
      </fieldset>
    ))}
    <button
      type="button"
      class="button"
      data-testid={`setting-add-${field.name}`}
      onClick={() => onEnter(withRow(field, rows))}
    >
      {t('devices.addRow')}
    </button>
  </>
)

/** A list, with the fields of each item. */
const List = ({ field, entered, onEnter }: InputProps): JSX.Element => (
  <fieldset class="devices-group" data-testid={`setting-${field.name}`}>
    <legend>{field.title}</legend>
    {field.hint !== '' && <p class="small quiet">{field.hint}</p>}
    {/* A list has rows. */}
    <ListInput field={field} rows={entered as readonly Row[]} onEnter={onEnter} />
  </fieldset>
)

/** A group, with its own fields. One without a value is closed: most of them are seldom needed. */
const Group = ({ field, entered, onEnter }: InputProps): JSX.Element => {
  const { name, title, hint, inner } = field
  // A group has fields.
  const typed = entered as Typed
  const [isOpen] = useState(() => hasValue(typed))
  return (
    <details class="devices-group" data-testid={`setting-${name}`} open={isOpen}>
      <summary>{title}</summary>
      {hint !== '' && <p class="small quiet">{hint}</p>}
      <Inputs fields={inner} typed={typed} onEnter={onEnter} />
    </details>
  )
}

const inputOf = ({ kind }: SettingField): ((props: InputProps) => JSX.Element) => {
  if (kind === 'list') return List
  return kind === 'group' ? Group : Labelled
}

interface InputsProps {
  readonly fields: readonly SettingField[]
  readonly typed: Typed
  readonly onEnter: (typed: Typed) => void
}

/** The inputs of fields, as far as their conditions are met. */
export const Inputs = ({ fields, typed, onEnter }: InputsProps): JSX.Element => (
  <>
    {shownFields(fields, typed).map((field) => {
      const Input = inputOf(field)
      return (
        <Input
          key={field.name}
          field={field}
          entered={typed.get(field.name)}
          onEnter={(entered) => onEnter(new Map([...typed, [field.name, entered]]))}
        />
      )
    })}
  </>
)
