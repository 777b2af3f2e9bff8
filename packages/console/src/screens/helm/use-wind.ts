import { useComputed, type ReadonlySignal } from '@preact/signals'
import { wrapFull, radians } from '@marinedata/model'
import { useBoat } from '#boat/boat-context.ts'
import { ageOf, numberIn } from '#boat/reading.ts'
import { usePilot } from '#pilot/pilot-context.ts'
import type { Wind } from './turn-sides.ts'

/** A fresh value, or undefined. */
const useFresh = (path: string): ReadonlySignal<number | undefined> => {
  const { values, now, link } = useBoat()
  const reading = values.of(path)
  return useComputed(() =>
    ageOf(reading.value, now.value, link.isLost.value) === 'fresh' ? numberIn(reading.value) : undefined,
  )
}

export const useTrueWindAngle = (): ReadonlySignal<number | undefined> =>
  useFresh('environment.wind.angleTrueWater')

/** The wind for a manoeuvre, in the reference of the present mode. */
export const useWind = (): ReadonlySignal<Wind> => {
  const { kind } = usePilot().pilots
  const angle = useFresh('environment.wind.angleApparent')
  const trueAngle = useTrueWindAngle()
  const magnetic = useFresh('navigation.headingMagnetic')
  const trueNorth = useFresh('navigation.headingTrue')
  return useComputed(() => {
    const heading = kind.value === 'heading' ? magnetic.value : trueNorth.value
    const isKnown = heading !== undefined && trueAngle.value !== undefined
    return {
      angle: angle.value,
      direction: isKnown ? wrapFull(radians(heading + (trueAngle.value ?? 0))) : undefined,
    }
  })
}
