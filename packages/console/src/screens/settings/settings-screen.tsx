import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useConsole } from '#page/console-context.ts'
import { helpAddress } from '#device/device.tsx'
import { useBoat } from '#boat/boat.ts'
import { palettes } from '#theme/palettes.ts'
import { roleName } from '#words/role-name.ts'
import { t } from '#words/screen-words.ts'
import { KeyList } from './key-list.tsx'
import { Card, Choosing, useChoice, OwnCard } from './own-card.tsx'
import { ServerCards } from './server-cards.tsx'
import { UpkeepCards } from './upkeep-cards.tsx'
import './settings.css'

const ThemeCard = (): JSX.Element => {
  const { theme } = useConsole()
  const chosen = theme.isAutomatic.value ? 'auto' : theme.palette.value
  const choices = (['auto', ...palettes] as const).map((value) => ({ value, label: t(`palette.${value}`) }))
  return (
    <Card title={t('settings.look')}>
      <Choosing
        label={t('settings.palette')}
        value={chosen}
        choices={choices}
        onChoose={(value) => theme.choose(value)}
      />
      <label class="field">
        {t('settings.brightness')} {theme.brightness.value} %
        <input
          type="range"
          min="5"
          max="100"
          step="5"
          data-testid="brightness"
          value={theme.brightness.value}
          onInput={({ currentTarget }) => {
            theme.brightness.value = Number(currentTarget.value)
          }}
        />
      </label>
    </Card>
  )
}

const yesAndNo = ['on', 'off'] as const

const AwakeChoosing = (): JSX.Element => {
  const [isAwake, setAwake] = useChoice('awake')
  return (
    <>
      <Choosing
        of="awake"
        label={t('settings.awake')}
        value={isAwake ? 'on' : 'off'}
        choices={yesAndNo.map((value) => ({ value, label: t(`settings.awake.${value}`) }))}
        onChoose={(value) => setAwake(value === 'on')}
      />
      {!isSecureContext && (
        <p class="quiet">
          {t('shell.advice')} <a href={helpAddress}>{t('shell.adviceHow')}</a>
        </p>
      )}
    </>
  )
}

const StationCard = (): JSX.Element => {
  const [station, setStation] = useChoice('station')
  // Kept here while it is typed: the card is drawn again whenever the boat sends something.
  const [typed, setTyped] = useState<string>()
  return (
    <Card title={t('settings.station')}>
      <label class="field">
        {t('settings.stationName')}
        <input
          value={typed ?? station}
          maxLength={40}
          placeholder={t('settings.stationExample')}
          data-testid="station-name"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          onChange={({ currentTarget }) => {
            setTyped(undefined)
            setStation(currentTarget.value.trim())
          }}
        />
        <span>{t('settings.stationHint')}</span>
      </label>
      <AwakeChoosing />
    </Card>
  )
}

const PersonCard = (): JSX.Element => {
  const { leave } = useConsole()
  const { session } = useBoat()
  const { name, roles, boat } = session.me.value
  return (
    <Card title={t('settings.person')}>
      <p>
        {name} · {roles.map(roleName).join(', ')}
      </p>
      {boat === 'open' ? (
        <p class="quiet">{t('settings.openDemo')}</p>
      ) : (
        <button
          type="button"
          class="button"
          data-testid="sign-out"
          onClick={() => void session.signOut().finally(leave)}
        >
          {t('settings.signOut')}
        </button>
      )}
    </Card>
  )
}

/** Settings of this device and of its user. */
export const SettingsScreen = (): JSX.Element => (
  <div class="page settings-page">
    <ThemeCard />
    <OwnCard />
    <StationCard />
    <PersonCard />
    <ServerCards />
    <UpkeepCards />
    <section class="card settings-card settings-keys" data-testid="key-list">
      <h2>{t('settings.keys')}</h2>
      <KeyList />
    </section>
  </div>
)
