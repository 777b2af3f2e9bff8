import { useComputed } from '@preact/signals'
import type { JSX } from 'preact'
import { useBoat, useSubscription } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/values.ts'
import { usePilot } from '#pilot/pilot.ts'
import { frame } from './dial-geometry.ts'
import { Bugs, DialCentre, type BugsProps, type DialProps } from './dial.tsx'
import { dashes, sideOf, sideText } from '#units/quantities.ts'
import { t } from '#words/screen-words.ts'
import { HeadingBox, useWindAge } from './sail-dial.tsx'
import { sailingPaths, useSailing, type FromBow } from './sailing-data.ts'
import { bugShape, WindFace } from './wind-face.tsx'
import './sail-dial.css'

const windPath = 'environment.wind.angleApparent'

/** The apparent wind angle: in WIND mode the autopilot steers by it. */
const WindAngle = (): JSX.Element => {
  const { values, now, link } = useBoat()
  const reading = values.of(windPath)
  const angle = useComputed(() =>
    ageOf(reading.value, now.value, link.isLost.value) === 'dead' ? undefined : numberIn(reading.value),
  )
  const [figure = '', letter] = useComputed(() =>
    angle.value === undefined ? dashes : sideText(angle.value),
  ).value.split(' ')
  return (
    <>
      <span class="dial-unit">{t('path.awa')}</span>
      <output
        class="dial-heading"
        data-testid="wind-angle"
        data-side={angle.value === undefined ? undefined : sideOf('windAngle', angle.value)}
        aria-live="off"
        aria-label={t('helm.awa')}
      >
        {figure}
        {letter !== undefined && <small> {letter}</small>}
      </output>
    </>
  )
}

/** A wind target is positive with the wind on port. */
const useWindTarget = (target: () => number | null | undefined): FromBow =>
  useComputed(() => {
    const angle = target()
    return typeof angle === 'number' ? (-angle * 180) / Math.PI : undefined
  })

/** Angles of the wind at which the targets are reached. */
const useWindTargets = (draft: DialProps['draft']): BugsProps['dial'] => {
  const { pilots, commands } = usePilot()
  return {
    bug: useWindTarget(() => (pilots.chosen.value?.isEngaged === true ? pilots.chosen.value.target : null)),
    requested: useWindTarget(() => commands.pendingTarget.value?.wanted),
    drafted: useWindTarget(() => draft.value?.wanted),
  }
}

const following = { paths: sailingPaths }
const { left, top, size } = frame

/** The dial of the helm in WIND mode: the bow is up, and the target is an angle of the wind. */
export const HelmWindDial = ({ draft, onTarget }: DialProps): JSX.Element => {
  useSubscription(following)
  const sailing = useSailing()
  const targets = useWindTargets(draft)
  const age = useWindAge().value
  return (
    <div class="dial wind-dial" data-testid="helm-dial" data-card="wind" data-age={age}>
      <svg viewBox={`${left} ${top} ${size} ${size}`} role="img" aria-label={t('sailing.wind')}>
        <WindFace sailing={sailing} />
        <Bugs dial={targets} draft={draft} shape={bugShape} sense={-1} />
        <HeadingBox />
      </svg>
      <DialCentre draft={draft} onTarget={onTarget}>
        <WindAngle />
      </DialCentre>
    </div>
  )
}
