import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { useComputed, useSignalEffect } from '@preact/signals'
import { useBoat } from '#boat/boat-context.ts'
import { ageOf, numberIn } from '#boat/reading.ts'
import { dashes, sideText } from '#units/quantities.ts'
import { t } from '#words/words.ts'

/** Radians at the end of the bar. */
const most = (35 * Math.PI) / 180
const marks = [10, 20, 30]

/** Rudder angle, from the middle to port or starboard. */
export const RudderBar = (): JSX.Element => {
  const { values, now, link } = useBoat()
  const reading = values.of('steering.rudderAngle')
  const fill = useRef<HTMLDivElement>(null)
  const age = useComputed(() => ageOf(reading.value, now.value, link.isLost.value))
  const texts = useComputed(() => {
    const angle = numberIn(reading.value)
    return t('helm.rudderIs', { angle: angle === undefined ? dashes : `${sideText(angle)}°` })
  })
  useSignalEffect(() => {
    const angle = age.value === 'dead' ? 0 : (numberIn(reading.value) ?? 0)
    const share = Math.max(-1, Math.min(1, angle / most))
    if (fill.current !== null) fill.current.style.transform = `scaleX(${share.toFixed(3)})`
  })
  return (
    <div class="rudder" data-age={age.value} role="img" aria-label={texts.value}>
      <span class="rudder-end">P</span>
      <div class="rudder-track">
        <div ref={fill} class="rudder-fill" />
        {marks.flatMap((degrees) =>
          [-degrees, degrees].map((each) => <i key={each} style={{ left: `${50 + (each / 35) * 50}%` }} />),
        )}
        <b />
      </div>
      <span class="rudder-end">S</span>
    </div>
  )
}
