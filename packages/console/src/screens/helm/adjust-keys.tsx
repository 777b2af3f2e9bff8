import type { JSX } from 'preact'
import { usePilot } from '#pilot/pilot-context.ts'
import { t } from '#words/words.ts'
import { whyNotAim } from './use-may-aim.ts'

const steps = [-10, -1, 1, 10]

/** Port keys on the left, starboard keys on the right. Holding does not repeat, so that rain does not steer. */
export const AdjustKeys = (): JSX.Element => {
  const pilot = usePilot()
  const why = whyNotAim(pilot)
  return (
    <div class="helm-adjust">
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          class={`button helm-step${step}`}
          data-testid={`adj${step > 0 ? '+' : ''}${step}`}
          aria-label={t(step < 0 ? 'helm.port' : 'helm.starboard', { degrees: Math.abs(step) })}
          disabled={why !== undefined}
          title={why}
          onClick={() => pilot.commands.adjust(step)}
        >
          {step < 0 && <i class="to-port" />}
          {Math.abs(step)}
          {step > 0 && <i class="to-starboard" />}
        </button>
      ))}
    </div>
  )
}
