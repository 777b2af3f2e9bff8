import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import { AlertButton } from '#alerts/alert-controls.tsx'
import { MobButton } from '#alerts/overboard-controls.tsx'
import { useBoat, originOf } from '#boat/boat.ts'
import { textIn } from '#boat/values.ts'
import { icons } from '#parts/icons.tsx'
import { t, type WordKey } from '#words/words.ts'
import { useConsole } from './console-context.ts'

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

/**
 * A tap selects the next palette. Holding for two seconds selects full brightness, for a user who cannot see the
 * screen.
 */
const PaletteButton = (): JSX.Element => {
  const { theme } = useConsole()
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
        if (!wasHeld.current) theme.next()
        wasHeld.current = false
      }}
    >
      <Icon />
    </button>
  )
}

/** Boat, screen, connection, alerts and palette. */
export const TopBar = ({ word }: { readonly word: WordKey }): JSX.Element => {
  const boat = useBoat()
  const origin = useComputed(() => originOf(boat)).value
  const name = textIn(boat.values.of('name').value) ?? t('shell.boat')
  return (
    <header class={`top-bar ${origin === 'real' ? '' : 'simulated'}`}>
      <h1>
        <span class="boat-name">{name} · </span>
        {t(word)}
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
      <LinkAge />
      <AlertButton />
      <PaletteButton />
      <MobButton />
    </header>
  )
}
