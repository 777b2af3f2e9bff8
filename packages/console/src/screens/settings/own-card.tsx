import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import type { ChoiceName, Choices, SyncState } from '#boat/preferences.ts'
import { unitChoices, unitPresets, type Measure } from '#units/quantities.ts'
import { t, type WordKey } from '#words/screen-words.ts'
import { languageOf, languages, type Language } from '#words/words.ts'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

interface ChoosingProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
  /** Names the choice, where several look alike. */
  readonly of?: string
  /** The labels are long: one below the other. */
  readonly isLong?: boolean
}

/** A choice of a few options, all visible. */
export const Choosing = <Value extends string>(props: ChoosingProps<Value>): JSX.Element => (
  <div class="settings-choice" role="radiogroup" aria-label={props.label}>
    <span class="quiet small">{props.label}</span>
    <div class="settings-choices" data-long={props.isLong === true}>
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

interface CardProps {
  readonly title: string
  /** Has a separate column on wide screens. */
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

const measures = Object.keys(unitChoices) as readonly Measure[]

/** The unit of one measure, if it differs from the preset. */
const MeasureChoosing = ({ measure }: { readonly measure: Measure }): JSX.Element => {
  const [unit, setUnit] = useChoice(`units.${measure}`)
  return (
    <Choosing
      of={measure}
      label={t(`settings.measure.${measure}`)}
      value={unit}
      choices={[
        { value: 'preset', label: t('settings.asPreset') },
        ...unitChoices[measure].map((value) => ({ value, label: value })),
      ]}
      onChoose={setUnit}
    />
  )
}

const UnitsChoosing = (): JSX.Element => {
  const [units, setUnits] = useChoice('units')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Choosing
        label={t('settings.units')}
        value={units}
        isLong
        choices={unitPresets.map((value) => ({ value, label: t(`settings.units.${value}`) }))}
        onChoose={setUnits}
      />
      <button
        type="button"
        class="button settings-fold"
        aria-expanded={isOpen}
        data-testid="one-by-one"
        onClick={() => setOpen(!isOpen)}
      >
        {t('settings.oneByOne')}
      </button>
      {isOpen && measures.map((measure) => <MeasureChoosing key={measure} measure={measure} />)}
    </>
  )
}

const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  nl: 'Nederlands',
  it: 'Italiano',
}
/** Translations that no sailor of that language has read yet. */
const drafts: ReadonlySet<Language> = new Set(['fr', 'es', 'nl', 'it'])

const LanguageChoosing = (): JSX.Element => {
  const [language, setLanguage] = useChoice('language')
  return (
    <>
      <Choosing
        label={t('settings.language')}
        value={language}
        choices={[
          { value: 'auto', label: t('settings.language.auto') },
          ...languages.map((value) => ({ value, label: languageNames[value] })),
        ]}
        onChoose={setLanguage}
      />
      {drafts.has(languageOf(language, navigator.languages)) && (
        <p class="quiet small" data-testid="language-draft">
          {t('settings.language.draft')}
        </p>
      )}
    </>
  )
}

const clocks = ['local', 'utc'] as const
const hands = ['left', 'right'] as const

const HabitsChoosing = (): JSX.Element => {
  const [clock, setClock] = useChoice('clock')
  const [hand, setHand] = useChoice('hand')
  return (
    <>
      <LanguageChoosing />
      <Choosing
        label={t('settings.clock')}
        value={clock}
        choices={clocks.map((value) => ({ value, label: t(`settings.clock.${value}`) }))}
        onChoose={setClock}
      />
      <Choosing
        label={t('settings.hand')}
        value={hand}
        choices={hands.map((value) => ({ value, label: t(`settings.hand.${value}`) }))}
        onChoose={setHand}
      />
    </>
  )
}

const hints: Readonly<Record<SyncState, WordKey>> = {
  asking: 'settings.ownWaits',
  kept: 'settings.ownHint',
  alone: 'settings.ownAlone',
}

/** Preferences of the user, synchronized to all their devices. */
export const OwnCard = (): JSX.Element => {
  const { preferencesSync } = useConsole()
  const syncState = preferencesSync.state.value
  const problem = preferencesSync.problem.value
  return (
    <Card title={t('settings.own')} isTall>
      <p class="quiet small" data-testid="own-sync" data-state={syncState}>
        {t(hints[syncState])}
      </p>
      {problem !== undefined && (
        <p class="settings-problem" role="alert">
          {problem}
        </p>
      )}
      <fieldset class="settings-card settings-own" disabled={syncState === 'asking'}>
        <div class="settings-card settings-group">
          <UnitsChoosing />
        </div>
        <div class="settings-card settings-group">
          <HabitsChoosing />
        </div>
      </fieldset>
    </Card>
  )
}
