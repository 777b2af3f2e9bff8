import { effect } from '@preact/signals'
import type { Boat } from '#boat/boat.ts'
import type { Alerts } from '#alerts/alerts.ts'
import { loopFor, WarningTimes } from './due-sounds.ts'
import type { Sound } from './sound.ts'

/** Plays the sounds of the alerts until disposed. */
export const startSounding = (
  alerts: Pick<Alerts, 'forHere'>,
  sound: Sound,
  { link, now }: Pick<Boat, 'link' | 'now'>,
): Disposable => {
  const times = new WarningTimes()
  const looping = effect(() =>
    sound.play(loopFor(alerts.forHere.value, link.isLost.value && link.hasSpoken.value)),
  )
  const warning = effect(() => {
    const list = alerts.forHere.value
    const isDrownedOut = loopFor(list, false) !== undefined
    if (isDrownedOut || !sound.isArmed.value || !times.isDue(list, now.value)) return
    if (sound.once('warning')) times.note(list, now.value)
  })
  return {
    [Symbol.dispose]: () => {
      looping()
      warning()
    },
  }
}

/** Events that browsers accept as a user gesture. */
const gestures = ['pointerup', 'touchend', 'keydown'] as const

/** Opens the loudspeaker at the first touch of the page. Controls that open it themselves are marked. */
export const armByFirstGesture = (sound: Sound, page: Window): Disposable => {
  const heed = (event: Event): void => {
    if (sound.isArmed.peek() || sound.isSwitchedOff.peek()) return
    if (event.target instanceof Element && event.target.closest('[data-arms]') !== null) return
    void sound.arm('pip')
  }
  for (const gesture of gestures) page.addEventListener(gesture, heed, { capture: true, passive: true })
  return {
    [Symbol.dispose]: () => {
      for (const gesture of gestures) page.removeEventListener(gesture, heed, { capture: true })
    },
  }
}
