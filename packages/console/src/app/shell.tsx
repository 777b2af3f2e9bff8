import type { FunctionComponent, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { NextLegPlace } from '#alerts/next-leg/next-leg-place.tsx'
import { OverboardPlace } from '#alerts/overboard/overboard-place.tsx'
import { SoundChip } from '#alerts/sound/sound-chip.tsx'
import { AlarmBar } from '#alerts/takeover/alarm-bar.tsx'
import { Takeover } from '#alerts/takeover/takeover.tsx'
import { PilotStrip } from '#pilot/strip/pilot-strip.tsx'
import { t } from '#words/words.ts'
import { useConsole } from './console-context.ts'
import { Advice } from './device/advice.tsx'
import { useKeys } from './keys.ts'
import { Lock } from './lock.tsx'
import { LostBar } from './lost-bar.tsx'
import { Navigation } from './navigation.tsx'
import type { ScreenId } from './router.ts'
import { screenList } from './screen-list.ts'
import { loadScreen } from './screens.ts'
import { TopBar } from './top-bar.tsx'
import './shell.css'

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
  const brightness = useConsole().look.brightness.value
  return brightness >= 100 ? null : <div class="dimmer" style={{ opacity: String(1 - brightness / 100) }} />
}

/** The frame around every screen. */
export const Shell = (): JSX.Element => {
  const { router, look, urgent } = useConsole()
  const entry = screenList.find(({ id }) => id === router.route.value.screen)
  useKeys({
    h: () => router.open('helm'),
    c: () => router.open('chart'),
    a: () => router.open('anchor'),
    l: () => router.open('alerts'),
    d: () => router.open('data'),
    N: () => look.next(),
    F: () => void document.documentElement.requestFullscreen?.(),
  })
  if (entry === undefined) throw new TypeError('Every route has a screen')
  return (
    <div class="shell">
      <TopBar word={entry.word} />
      <div style={{ gridArea: 'strip' }}>
        <PilotStrip />
      </div>
      <div class="notices">
        <LostBar />
        <AlarmBar />
        <SoundChip />
        <Advice />
      </div>
      <Takeover />
      <NextLegPlace />
      <OverboardPlace />
      <main inert={urgent.value !== undefined}>
        <ScreenPlace id={entry.id} />
      </main>
      <Navigation />
      <Lock />
      <Dimmer />
    </div>
  )
}
