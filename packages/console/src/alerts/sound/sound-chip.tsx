import type { JSX } from 'preact'
import { t } from '#words/words.ts'
import { useAlerts } from '#alerts/alerts-context.tsx'
import '#alerts/alerts.css'

/** Says that nobody will hear an alarm here, until someone can. */
export const SoundChip = (): JSX.Element => {
  const { sound } = useAlerts()
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
