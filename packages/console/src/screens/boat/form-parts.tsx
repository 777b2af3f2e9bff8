import type { Boat as BoatPage } from '@marinedata/model'
import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '#words/screen-words.ts'
import type { BoatStore } from './boat-store.ts'
import type { Draft } from './number-entry.ts'

export interface FormProps {
  readonly page: BoatPage
  readonly store: BoatStore
}

/** The input, and the notice after saving. Typing again removes the notice. */
export const useDraft = () => {
  const [draft, setDraft] = useState<Draft>({})
  const [notice, setNotice] = useState('')
  const type = (name: string, text: string): void => {
    setDraft((before) => ({ ...before, [name]: text }))
    setNotice('')
  }
  const finish = (text: string): void => {
    setDraft({})
    setNotice(text)
  }
  return { draft, type, finish, notice, isTouched: Object.keys(draft).length > 0 }
}

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly fault: string | undefined
  readonly unit?: string
  readonly hint?: string
  readonly onType: (name: string, text: string) => void
}

/** A field with its unit. Faults are shown below it. */
export const Field = ({
  name,
  label,
  text,
  fault,
  unit = '',
  hint = '',
  onType,
}: FieldProps): JSX.Element => {
  const id = `boat-${name}`
  const below = fault ?? hint
  return (
    <div class="field boat-field" data-wrong={fault !== undefined}>
      <label for={id}>{unit === '' ? label : `${label}, ${unit}`}</label>
      <input
        id={id}
        value={text}
        inputMode={unit === '' ? 'text' : 'decimal'}
        autocomplete="off"
        data-testid={id}
        aria-invalid={fault !== undefined}
        aria-describedby={below === '' ? undefined : `${id}-below`}
        onInput={({ currentTarget }) => onType(name, currentTarget.value)}
      />
      {below !== '' && (
        <span id={`${id}-below`} class="boat-below" data-testid={`${id}-below`}>
          {below}
        </span>
      )}
    </div>
  )
}

interface SaveRowProps {
  readonly part: 'details' | 'limits'
  readonly isReady: boolean
  readonly store: BoatStore
  readonly notice: string
  readonly children?: JSX.Element | false
}

export const SaveRow = ({ part, isReady, store, notice, children }: SaveRowProps): JSX.Element => {
  const why = store[part].disabledReason.value
  const problem = store[part].problem.value
  return (
    <div class="row wrap boat-save">
      <button
        type="submit"
        class="button strong"
        data-testid={`save-${part}`}
        disabled={!isReady || why !== undefined}
      >
        {t('boat.save')}
      </button>
      {children}
      <span
        role="status"
        data-testid={`${part}-notice`}
        class={problem === undefined ? 'quiet' : 'boat-problem'}
      >
        {why === undefined ? (problem ?? notice) : t(why)}
      </span>
    </div>
  )
}

interface FormFrameProps {
  readonly onSave: () => Promise<void>
  readonly children: ComponentChildren
}

/** A form that is sent by its button or by Enter. */
export const FormFrame = ({ onSave, children }: FormFrameProps): JSX.Element => (
  <form
    class="boat-form"
    onSubmit={(event) => {
      event.preventDefault()
      void onSave()
    }}
  >
    {children}
  </form>
)
