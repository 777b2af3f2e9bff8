import type { ComponentChildren, JSX } from 'preact'
import { useConsole } from '#app/console-context.ts'
import { useBoat } from '#boat/boat-context.ts'
import type { ChoiceName, Choices } from '#boat/preferences.ts'
import { palettes } from '#look/palettes.ts'
import { t } from '#words/words.ts'
import { KeyList } from './key-list.tsx'
import './settings.css'

interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** A choice of a few, all to be seen at once. */
const Choosing = <Value extends string>(props: {
  readonly label: string
  readonly value: Value
  readonly choices: readonly Choice<Value>[]
  readonly onChoose: (value: Value) => void
}): JSX.Element => (
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
          data-testid={`choose-${value}`}
          onClick={() => props.onChoose(value)}
        >
          {label}
        </button>
      ))}
    </div>
  </div>
)

const Card = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}): JSX.Element => (
  <section class="card settings-card">
    <h2>{title}</h2>
    {children}
  </section>
)

const LookCard = (): JSX.Element => {
  const { look } = useConsole()
  const chosen = look.isAutomatic.value ? 'auto' : look.palette.value
  const choices = (['auto', ...palettes] as const).map((value) => ({ value, label: t(`palette.${value}`) }))
  return (
    <Card title={t('settings.look')}>
      <Choosing
        label={t('settings.palette')}
        value={chosen}
        choices={choices}
        onChoose={(value) => look.choose(value)}
      />
      <label class="field">
        {t('settings.brightness')} {look.brightness.value} %
        <input
          type="range"
          min="5"
          max="100"
          step="5"
          data-testid="brightness"
          value={look.brightness.value}
          onInput={({ currentTarget }) => {
            look.brightness.value = Number(currentTarget.value)
          }}
        />
      </label>
    </Card>
  )
}

/** What can be chosen for one of the preferences. */
const useChoice = <Name extends ChoiceName>(name: Name): [Choices[Name], (value: Choices[Name]) => void] => {
  const choice = useConsole().preferences.of(name)
  return [
    choice.value,
    (value) => {
      choice.value = value
    },
  ]
}

const unitPresets = ['nautical-metric', 'nautical-imperial', 'metric'] as const
const hands = ['left', 'right'] as const

const UnitsCard = (): JSX.Element => {
  const [units, setUnits] = useChoice('units')
  const [language, setLanguage] = useChoice('language')
  return (
    <Card title={t('settings.units')}>
      <Choosing
        label={t('settings.units')}
        value={units}
        choices={unitPresets.map((value) => ({ value, label: t(`settings.units.${value}`) }))}
        onChoose={setUnits}
      />
      <Choosing
        label={t('settings.language')}
        value={language}
        choices={[
          { value: 'auto', label: t('settings.language.auto') },
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
        ]}
        onChoose={setLanguage}
      />
    </Card>
  )
}

const StationCard = (): JSX.Element => {
  const [station, setStation] = useChoice('station')
  const [hand, setHand] = useChoice('hand')
  return (
    <Card title={t('settings.station')}>
      <label class="field">
        {t('settings.stationName')}
        <input
          value={station}
          maxLength={40}
          data-testid="station-name"
          onChange={({ currentTarget }) => setStation(currentTarget.value.trim())}
        />
      </label>
      <Choosing
        label={t('settings.hand')}
        value={hand}
        choices={hands.map((value) => ({ value, label: t(`settings.hand.${value}`) }))}
        onChoose={setHand}
      />
    </Card>
  )
}

const PersonCard = (): JSX.Element => {
  const { session } = useBoat()
  const { name, roles, boat } = session.me.value
  return (
    <Card title={t('settings.person')}>
      <p>
        {name} · {roles.join(', ')}
      </p>
      {boat === 'open' ? (
        <p class="quiet">{t('settings.openDemo')}</p>
      ) : (
        <button
          type="button"
          class="button"
          data-testid="sign-out"
          onClick={() => void session.signOut().finally(() => location.reload())}
        >
          {t('settings.signOut')}
        </button>
      )}
    </Card>
  )
}

/** How this screen looks and speaks. Everything here is kept on this device. */
export const SettingsScreen = (): JSX.Element => (
  <div class="page settings-page">
    <LookCard />
    <UnitsCard />
    <StationCard />
    <PersonCard />
    <KeyList />
  </div>
)
