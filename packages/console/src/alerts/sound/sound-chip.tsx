import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '#words/words.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import '#alerts/alerts.css'

/** The chip keeps its place for a moment, so that no control moves under a finger. */
const calmMs = 3_000
const touches = ['pointerdown', 'pointerup', 'keydown'] as const

/** True from the moment the sound was turned on until the page has not been touched for a while. */
const useLingering = (isArmed: boolean): boolean => {
  const [isOver, setOver] = useState(isArmed)
  useEffect(() => {
    if (!isArmed) {
      setOver(false)
      return undefined
    }
    let calm = setTimeout(() => setOver(true), calmMs)
    const wait = (): void => {
      clearTimeout(calm)
      calm = setTimeout(() => setOver(true), calmMs)
    }
    for (const touch of touches) window.addEventListener(touch, wait, { capture: true, passive: true })
    return () => {
      clearTimeout(calm)
      for (const touch of touches) window.removeEventListener(touch, wait, { capture: true })
    }
  }, [isArmed])
  return isArmed && !isOver
}

/** Warns that alarms will not sound here, until they can. */
export const SoundChip = (): JSX.Element => {
  const { sound } = useAlerts()
  const lingers = useLingering(sound.isArmed.value)
  return (
    <>
      <output class="unseen" data-testid="audio-state" data-armed={sound.isArmed.value} aria-hidden="true">
        {sound.state.value}
      </output>
      {!sound.isArmed.value && (
        <button
          type="button"
          class="sound-chip"
          data-testid="sound-chip"
          data-arms=""
          onClick={() => void sound.arm('test')}
        >
          <MutedIcon />
          {t('alerts.chip')}
        </button>
      )}
      {lingers && (
        <p class="sound-chip armed" data-testid="sound-on" role="status">
          {t('alerts.sound.on')}
        </p>
      )}
    </>
  )
}

const MutedIcon = (): JSX.Element => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5" />
  </svg>
)
