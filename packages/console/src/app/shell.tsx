import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { AlarmBands, NextLegPlace, TakeoverPlace } from '#alerts/alarm-places.tsx'
import { SoundBand } from '#alerts/alert-controls.tsx'
import { OverboardNotice } from '#alerts/overboard-controls.tsx'
import { useBoat } from '#boat/boat.ts'
import { icons } from '#theme/icons.tsx'
import { PilotStrip } from '#pilot/pilot-strip.tsx'
import { usePilot } from '#pilot/pilot.ts'
import { HelmScreen } from '#screens/helm/helm-screen.tsx'
import { momentText, t } from '#words/words.ts'
import { useConsole } from '#page/console-context.ts'
import { Advice, Lock } from '#device/device.tsx'
import { KeySheetPlace } from './key-sheet-place.tsx'
import { useKeys } from '#page/keys.ts'
import { type ScreenId, hrefOf, screenList } from '#page/router.ts'
import { TopBar } from './top-bar.tsx'
import './navigation.css'
import './shell.css'

type Loading = Promise<FunctionComponent> | FunctionComponent

/** The helm is part of the first load. Every other screen is loaded when it is opened. */
const loadScreen: Readonly<Record<ScreenId, () => Loading>> = {
  helm: () => HelmScreen,
  chart: async () => (await import('#screens/chart/chart-screen.tsx')).ChartScreen,
  anchor: async () => (await import('#screens/anchor/anchor-screen.tsx')).AnchorScreen,
  instruments: async () => (await import('#screens/instruments/instruments-screen.tsx')).InstrumentsScreen,
  alerts: async () => (await import('#screens/alerts/alerts-screen.tsx')).AlertsScreen,
  data: async () => (await import('#screens/data/data-screen.tsx')).DataScreen,
  history: async () => (await import('#screens/history/history-screen.tsx')).HistoryScreen,
  boat: async () => (await import('#screens/boat/boat-screen.tsx')).BoatScreen,
  logbook: async () => (await import('#screens/logbook/logbook-screen.tsx')).LogbookScreen,
  devices: async () => (await import('#screens/devices/devices-screen.tsx')).DevicesScreen,
  access: async () => (await import('#screens/access/access-screen.tsx')).AccessScreen,
  more: async () => (await import('#screens/more/more-screen.tsx')).MoreScreen,
  settings: async () => (await import('#screens/settings/settings-screen.tsx')).SettingsScreen,
}

/** Says that nothing on the screen is live, and what to do. */
const LostBar = (): JSX.Element | null => {
  const { link } = useBoat()
  const { lastVisit } = useConsole()
  const { pilots } = usePilot()
  if (!link.isLost.value) return null
  // Only a pilot that steered can still be steering.
  const advice = pilots.chosen.value?.isEngaged === true ? ` ${t('link.steerYourself')}` : ''
  return (
    <div class="lost-bar" role="alert" data-testid="lost-bar">
      <span data-testid="lost-text">
        {lastVisit === undefined || link.hasSpoken.value
          ? t('link.lostBar', { seconds: link.seconds.value }) + advice
          : t('link.lastSeen', { time: momentText(lastVisit.seenAt, Date.now()) })}
      </span>
      <button type="button" class="button" data-testid="link-retry" onClick={() => link.retry()}>
        {t('shell.retry')}
      </button>
    </div>
  )
}

const placeOf = (id: ScreenId) => screenList.find((entry) => entry.id === id)?.place

/** Screens without an entry count as "More". */
const isCurrent = (id: ScreenId, open: ScreenId): boolean =>
  id === open || (id === 'more' && placeOf(open) === 'more')

/** On a phone, screens of the rail also count as "More". */
const classOf = (id: ScreenId, open: ScreenId): string => {
  if (placeOf(id) === 'rail') return 'only-wide'
  return id === 'more' && placeOf(open) === 'rail' ? 'holds-open' : ''
}

const Navigation = (): JSX.Element => {
  const { router, urgent } = useConsole()
  const open = router.route.value.screen
  return (
    <nav class="navigation" aria-label={t('screen.boat')} inert={urgent.value === 'alarm'}>
      {screenList
        .filter(({ place }) => place !== 'more')
        .map(({ id, icon, word }) => {
          const Icon = icons[icon]
          return (
            <a
              key={id}
              href={hrefOf(id)}
              class={classOf(id, open)}
              aria-current={isCurrent(id, open) ? 'page' : undefined}
              data-testid={`nav-${id}`}
            >
              <Icon />
              {t(word)}
            </a>
          )
        })}
    </nav>
  )
}

/** A screen that is loaded, is loading, or failed to load. */
type Loaded = { readonly id: string; readonly Screen: FunctionComponent } | 'failed' | undefined

const useScreen = (id: ScreenId): Loaded => {
  const [loaded, setLoaded] = useState<Loaded>(undefined)
  useEffect(() => {
    let isWanted = true
    const show = (next: Loaded): void => {
      if (isWanted) setLoaded(next)
    }
    void Promise.resolve()
      .then(loadScreen[id])
      .then((Screen) => show({ id, Screen }))
      .catch(() => show('failed'))
    return () => {
      isWanted = false
    }
  }, [id])
  return loaded
}

const ScreenPlace = ({ id }: { readonly id: ScreenId }): JSX.Element => {
  const loaded = useScreen(id)
  if (loaded === 'failed') return <div class="empty">{t('shell.screenFailed')}</div>
  if (loaded?.id !== id) return <div class="empty">{t('shell.loading')}</div>
  return (
    <div class="screen" data-screen={id}>
      <loaded.Screen />
    </div>
  )
}

/** Dims below the lowest brightness of the device. */
const Dimmer = (): JSX.Element | null => {
  const brightness = useConsole().theme.brightness.value
  return brightness >= 100 ? null : <div class="dimmer" style={{ opacity: String(1 - brightness / 100) }} />
}

/** The tour of the demo. Loaded only there. */
const TourPlace = (): JSX.Element | null => {
  const { preferences, isKiosk } = useConsole()
  const [Tour, setTour] = useState<FunctionComponent>()
  const isWanted = document.documentElement.dataset['demo'] !== 'none' && !isKiosk
  useEffect(() => {
    if (isWanted && !preferences.of('knowsTour').peek())
      void import('#tour/tour.tsx').then((tour) => setTour(() => tour.Tour))
  }, [])
  return Tour === undefined ? null : <Tour />
}

/** Digits open the screens in the order of the navigation, unless they are typed into a sheet. */
const useShellKeys = (): void => {
  const { router, openSheets } = useConsole()
  const open = ({ key }: KeyboardEvent): void => {
    const entry = screenList[Number(key) - 1]
    if (entry !== undefined && openSheets.value === 0) router.open(entry.id)
  }
  useKeys({
    1: open,
    2: open,
    3: open,
    4: open,
    5: open,
    6: open,
    7: open,
    8: open,
    9: open,
    f: () => void document.documentElement.requestFullscreen?.(),
  })
}

/** The frame around every screen. */
export const Shell = (): JSX.Element => {
  const { router, urgent } = useConsole()
  const entry = screenList.find(({ id }) => id === router.route.value.screen)
  useShellKeys()
  if (entry === undefined) throw new TypeError('Every route has a screen')
  return (
    <div class="shell">
      <TopBar word={entry.word} />
      <div class="strip-place">
        <PilotStrip />
      </div>
      <div class="notices">
        <LostBar />
        <OverboardNotice />
        <AlarmBands />
        <SoundBand />
        <Advice />
        <TourPlace />
      </div>
      <TakeoverPlace />
      <NextLegPlace />
      <main inert={urgent.value !== undefined}>
        <ScreenPlace id={entry.id} />
      </main>
      <Navigation />
      <KeySheetPlace />
      <Lock />
      <Dimmer />
    </div>
  )
}
