import type { FunctionComponent, JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { AlertButton, SoundButton } from '#alerts/alert-controls.tsx'
import { MobButton } from '#alerts/overboard-controls.tsx'
import { useBoat, originOf } from '#boat/boat.ts'
import { textIn } from '#boat/values.ts'
import { icons } from '#theme/icons.tsx'
import { t, timeOfDay, type WordKey } from '#words/words.ts'
import { useConsole } from '#page/console-context.ts'
import { useKeys } from '#page/keys.ts'

const brightHoldMs = 2_000

/** Age of the last message from the server. */
const LinkAge = (): JSX.Element => {
  const { link, now } = useBoat()
  const { lastVisit } = useConsole()
  const state = link.state.value
  const isAshore = lastVisit !== undefined && !link.hasSpoken.value
  // Updated once a second: a faster figure flickers, and each change costs a render.
  const second = useComputed(() => Math.floor(now.value / 1_000))
  const age = useComputed(() => (second.value, link.age.toFixed(1)))
  const word = {
    connecting: 'link.connecting',
    live: 'link.live',
    slow: 'link.slow',
    lost: 'link.lost',
  } as const
  return (
    <span class="link-age" data-testid="link" data-state={state} role="status" aria-live="off">
      {isAshore ? t('link.ashore') : t(word[state], { age: age.value, seconds: link.seconds.value })}
    </span>
  )
}

interface Loaded {
  readonly DisplaySheet: FunctionComponent<{ readonly onClose: () => void }>
}

/** The sheet of palettes, brightness and lock; loaded when it is opened, by the button or the key. */
const useDisplaySheet = (): { readonly sheet: JSX.Element | null; readonly open: () => void } => {
  const { openSheets, urgent } = useConsole()
  const [loaded, setLoaded] = useState<Loaded | undefined>(undefined)
  const open = (): void => {
    if (openSheets.value > 0 || urgent.value !== undefined) return
    // Without a connection it may not load; the settings offer the same.
    import('./display-sheet.tsx').then(setLoaded, () => undefined)
  }
  useKeys({ n: open })
  return { open, sheet: loaded ? <loaded.DisplaySheet onClose={() => setLoaded(undefined)} /> : null }
}

/**
 * A tap opens palettes, brightness and lock. Holding for two seconds selects full brightness, for a user who cannot
 * see the screen.
 */
const PaletteButton = (): JSX.Element => {
  const { theme } = useConsole()
  const { sheet, open } = useDisplaySheet()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const wasHeld = useRef(false)
  const palette = theme.palette.value
  const Icon = { bright: icons.sun, day: icons.sun, dusk: icons.dusk, night: icons.moon, red: icons.moon }[
    palette
  ]
  const stop = (): void => clearTimeout(timer.current)
  const begin = (): void => {
    wasHeld.current = false
    timer.current = setTimeout(() => {
      wasHeld.current = true
      theme.fullBright()
    }, brightHoldMs)
  }
  return (
    <>
      <button
        type="button"
        class="button"
        data-testid="palette"
        aria-label={t('palette.button', { name: t(`palette.${palette}`) })}
        onPointerDown={begin}
        onPointerUp={stop}
        onPointerLeave={stop}
        onContextMenu={(event) => event.preventDefault()}
        onClick={() => {
          if (!wasHeld.current) open()
          wasHeld.current = false
        }}
      >
        <Icon />
      </button>
      {sheet}
    </>
  )
}

/** The time, in the place of the screen's name, which the navigation shows. */
const Clock = (): JSX.Element => {
  const { now } = useBoat()
  const second = useComputed(() => Math.floor(now.value / 1_000))
  const text = useComputed(() => (second.value, timeOfDay(Date.now())))
  return (
    <time class="clock" data-testid="clock">
      {text.value}
    </time>
  )
}

/** Boat, connection, time, alerts and display. */
export const TopBar = ({ word }: { readonly word: WordKey }): JSX.Element => {
  const boat = useBoat()
  const origin = useComputed(() => originOf(boat)).value
  const name = textIn(boat.values.of('name').value) ?? t('screen.boat')
  return (
    <header class="top-bar" data-origin={origin}>
      <h1>
        {name}
        <span class="unseen">{t(word)}</span>
      </h1>
      {origin !== 'real' && (
        <span
          class="badge"
          data-testid={origin === 'simulated' ? 'sim-badge' : 'replay-badge'}
          title={t('shell.simulatedLong')}
        >
          {t(origin === 'simulated' ? 'shell.simulated' : 'shell.replayed')}
        </span>
      )}
      <SoundButton />
      <LinkAge />
      <Clock />
      <AlertButton />
      <PaletteButton />
      <MobButton />
    </header>
  )
}
