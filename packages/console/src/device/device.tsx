import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useAlerts } from '#alerts/alerts-context.tsx'
import { useBoat } from '#boat/boat.ts'
import { usePilot } from '#pilot/pilot.ts'
import { t } from '#words/words.ts'
import { useConsole } from '#page/console-context.ts'
import { keyName } from '#page/keys.ts'

const cancellable = { passive: false } as const

const preventDefault = (event: Event): void => event.preventDefault()

const stopZoom = (event: WheelEvent): void => {
  if (event.ctrlKey) event.preventDefault()
}

/**
 * Turns off text selection, the browser's context menu and page zoom on a built-in screen. The chart can still be
 * zoomed, and no part of the console is hidden.
 */
export const beKiosk = (page: Document): void => {
  page.documentElement.dataset['kiosk'] = ''
  page.addEventListener('contextmenu', preventDefault)
  // Safari ignores the style and needs this handler.
  page.addEventListener('gesturestart', preventDefault)
  page.addEventListener('wheel', stopZoom, cancellable)
}

/** The page that explains how a phone comes to trust the boat's certificate. */
export const helpAddress = '/help/https'

/** Whether the device is handheld and on an unencrypted connection. */
const isHandheldUnencrypted = (): boolean => !isSecureContext && navigator.maxTouchPoints > 0

/**
 * Explains once why to install the certificate. Shown only when nothing else needs attention, so that the dial comes
 * first.
 */
export const Advice = (): JSX.Element | null => {
  const { preferences, isKiosk } = useConsole()
  const { link } = useBoat()
  const { sound } = useAlerts()
  const isKnown = preferences.of('knowsAwake')
  if (isKnown.value || isKiosk || !sound.isArmed.value || link.state.value !== 'live') return null
  if (!isHandheldUnencrypted()) return null
  return (
    <div class="advice" data-testid="advice" role="note">
      <span class="grow">
        {t('shell.advice')} <a href={helpAddress}>{t('shell.adviceHow')}</a>
      </span>
      <button
        type="button"
        class="button"
        data-testid="advice-close"
        aria-label={t('sheet.close')}
        onClick={() => {
          isKnown.value = true
        }}
      >
        ×
      </button>
    </div>
  )
}

const unlockedAt = 95
/** Keys that work on a locked screen: standby, silence, and those that move the slider. */
const keysWhileLocked = new Set([' ', 's', 'Tab', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter'])

/** Unlocks when slid to the end; springs back when released before. */
const Slider = ({ onEnd }: { readonly onEnd: () => void }): JSX.Element => {
  const [place, setPlace] = useState(0)
  return (
    <label class="lock-slider">
      <span>{t('shell.unlock')}</span>
      <input
        type="range"
        min="0"
        max="100"
        value={place}
        data-testid="unlock"
        onInput={({ currentTarget }) => {
          const next = Number(currentTarget.value)
          if (next >= unlockedAt) onEnd()
          else setPlace(next)
        }}
        onPointerUp={() => setPlace(0)}
      />
    </label>
  )
}

/** Swallows keys pressed by rain or elbows, except on the locked screen. */
const useLockedKeys = (isLocked: boolean): void => {
  useEffect(() => {
    if (!isLocked) return undefined
    const stop = (event: KeyboardEvent): void => {
      if (!keysWhileLocked.has(keyName(event)) || event.key.startsWith('Arrow'))
        event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', stop, { capture: true })
    return () => window.removeEventListener('keydown', stop, { capture: true })
  }, [isLocked])
}

/** Locks the screen for rain and cleaning. It stays visible; only STANDBY, Silence and the slider react. */
export const Lock = (): JSX.Element | null => {
  const { lock } = useConsole()
  const { pilots, commands, mayStandBy } = usePilot()
  const { alerts } = useAlerts()
  useLockedKeys(lock.value)
  if (!lock.value) return null
  return (
    <div class="lock" data-testid="lock" role="dialog" aria-modal="true" aria-label={t('shell.locked')}>
      <div class="lock-panel">
        {pilots.chosen.value?.isEngaged === true && (
          <button
            type="button"
            class="button standby"
            data-testid="lock-standby"
            disabled={!mayStandBy.value}
            onClick={() => void commands.standby()}
          >
            ■ {t('helm.standby')}
          </button>
        )}
        {alerts.pressing.value !== undefined && (
          <button
            type="button"
            class="button"
            data-testid="lock-silence"
            onClick={() => void alerts.silenceAlarms()}
          >
            {t('alerts.silence')}
          </button>
        )}
        <Slider
          onEnd={() => {
            lock.value = false
          }}
        />
      </div>
    </div>
  )
}
