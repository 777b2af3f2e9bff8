import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PluginLog, PluginReport } from '@marinedata/model'
import { sentenceOf } from '#boat/refusals.ts'
import { t } from '#words/workshop.ts'
import type { PluginShelf } from './plugin-shelf.ts'
import { fieldsOf, settingsOf, typedOf, type SettingField } from './settings-form.ts'

interface FieldProps {
  readonly field: SettingField
  readonly text: string
  readonly onType: (text: string) => void
}

const choicesFor = ({ kind, choices }: SettingField): readonly string[] =>
  kind === 'switch' ? ['true', 'false'] : choices

const Field = ({ field, text, onType }: FieldProps): JSX.Element => {
  const { title, hint, kind, standard } = field
  const placeholder = standard === undefined ? '' : typedOf(field, standard)
  return (
    <label class="field">
      {title}
      {kind === 'choice' || kind === 'switch' ? (
        <select value={text} onChange={({ currentTarget }) => onType(currentTarget.value)}>
          <option value="">{placeholder === '' ? '–' : t('devices.standard', { value: placeholder })}</option>
          {choicesFor(field).map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          value={text}
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          placeholder={placeholder}
          onInput={({ currentTarget }) => onType(currentTarget.value)}
        />
      )}
      {hint !== '' && <span>{hint}</span>}
    </label>
  )
}

interface PartProps {
  readonly plugin: PluginReport
  readonly shelf: PluginShelf
}

type Typed = ReadonlyMap<string, string>

/** What was set before, what is typed now, and what became of it. */
const useSettings = ({ plugin, shelf }: PartProps, fields: readonly SettingField[]) => {
  const [typed, setTyped] = useState<Typed | undefined>(undefined)
  const [said, setSaid] = useState('')
  useEffect(() => {
    shelf.settings(plugin.name).then(
      (kept) => setTyped(new Map(fields.map((field) => [field.name, typedOf(field, kept[field.name])]))),
      (error: unknown) => setSaid(sentenceOf(error)),
    )
  }, [])
  const save = async (): Promise<void> => {
    setSaid('')
    try {
      await shelf.set(plugin.name, settingsOf(fields, typed ?? new Map()))
      setSaid(t('devices.saved'))
    } catch (error) {
      setSaid(error instanceof SyntaxError ? error.message : sentenceOf(error))
    }
  }
  return { typed, setTyped, said, save }
}

/** What can be set of a plugin; it runs with it when the boat says so. */
export const PluginSettingsForm = (props: PartProps): JSX.Element => {
  const fields = fieldsOf(props.plugin.manifest)
  const { typed, setTyped, said, save } = useSettings(props, fields)
  if (fields.length === 0) return <p class="quiet">{t('devices.noSettings')}</p>
  return (
    <form
      class="devices-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {typed !== undefined &&
        fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            text={typed.get(field.name) ?? ''}
            onType={(text) => setTyped(new Map([...typed, [field.name, text]]))}
          />
        ))}
      <button type="submit" class="button strong">
        {t('devices.save')}
      </button>
      <p role="status" class="small">
        {said}
      </p>
    </form>
  )
}

/** The newest lines that it wrote. */
export const PluginLogView = ({ plugin, shelf }: PartProps): JSX.Element => {
  const [lines, setLines] = useState<PluginLog>([])
  const [said, setSaid] = useState('')
  useEffect(() => {
    shelf.log(plugin.name).then(setLines, (error: unknown) => setSaid(sentenceOf(error)))
  }, [])
  if (said !== '') return <p class="quiet">{said}</p>
  if (lines.length === 0) return <p class="quiet">{t('devices.noLog')}</p>
  return (
    <ol class="devices-log" tabIndex={0} aria-label={t('devices.log')}>
      {lines.map(({ at, level, message }) => (
        <li key={`${at} ${message}`} data-level={level}>
          <span class="quiet">{at.slice(11, 19)}</span> {message}
        </li>
      ))}
    </ol>
  )
}
