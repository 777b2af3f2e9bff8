import type { ComponentChildren, JSX } from 'preact'
import { useConsole } from '#app/console-context.ts'
import type { ChoiceName, Choices } from '#boat/preferences.ts'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

export interface ChoosingProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
  /** Names the choice, where several look alike. */
  readonly of?: string
}

/** A choice of a few options, all visible. */
export const Choosing = <Value extends string>(props: ChoosingProps<Value>): JSX.Element => (
  <div class="settings-choice" role="radiogroup" aria-label={props.label}>
    <span class="quiet small">{props.label}</span>
    <div class="row wrap">
      {props.choices.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          class="button"
          role="radio"
          aria-checked={value === props.value}
          data-testid={`choose-${props.of === undefined ? '' : `${props.of}-`}${value}`}
          onClick={() => props.onChoose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  </div>
)

export interface CardProps {
  readonly title: string
  /** Has a column of its own on wide screens. */
  readonly isTall?: boolean
  readonly children: ComponentChildren
}

export const Card = ({ title, isTall = false, children }: CardProps): JSX.Element => (
  <section class={`card settings-card ${isTall ? 'settings-tall' : ''}`}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** Value and setter of a preference. */
export const useChoice = <Name extends ChoiceName>(
  name: Name,
): [Choices[Name], (value: Choices[Name]) => void] => {
  const choice = useConsole().preferences.of(name)
  return [
    choice.value,
    (value) => {
      choice.value = value
    },
  ]
}
