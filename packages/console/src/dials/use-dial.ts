import { useComputed, type ReadonlySignal, type Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { useBoat } from '#boat/boat.ts'
import { ageOf, numberIn } from '#boat/values.ts'
import { usePilot } from '#pilot/pilot.ts'
import {
  bugOn,
  headingSeen,
  onCard,
  variationOf,
  type HeadingSeen,
  type Steering,
  directionOf,
  wayBetween,
} from './dial-geometry.ts'
import { type TargetDraft, useMayAim, draftOf, needsSecondTap } from '#pilot/target-draft.ts'

/** Direction in degrees; undefined is not drawn. */
type Direction = ReadonlySignal<number | undefined>

export interface DialSignals {
  readonly heading: ReadonlySignal<HeadingSeen>
  readonly pointsTo: Direction
  /** The confirmed target. */
  readonly bug: Direction
  /** The requested target. */
  readonly requested: Direction
  /** The target being dragged. */
  readonly drafted: Direction
  readonly course: Direction
  /** Direction the wind comes from, relative to the bow. */
  readonly wind: Direction
}

const degrees = (angle: number | undefined): number | undefined =>
  angle === undefined ? undefined : (angle * 180) / Math.PI

/** The value, unless it is too old to be drawn. */
const useReading = (path: string): ReadonlySignal<number | undefined> => {
  const { values, now, link } = useBoat()
  const reading = values.of(path)
  return useComputed(() =>
    ageOf(reading.value, now.value, link.isLost.value) === 'dead' ? undefined : numberIn(reading.value),
  )
}

const useSteering = (heading: ReadonlySignal<HeadingSeen>): ReadonlySignal<Steering> => {
  const { values } = useBoat()
  const receivedVariation = values.of('navigation.magneticVariation')
  const magnetic = useReading('navigation.headingMagnetic')
  const trueNorth = useReading('navigation.headingTrue')
  const windAngle = useReading('environment.wind.angleApparent')
  return useComputed(() => ({
    north: heading.value.north,
    heading: heading.value.angle,
    variation: variationOf(numberIn(receivedVariation.value), magnetic.value, trueNorth.value),
    windAngle: windAngle.value,
  }))
}

/** All moving parts of the dial. */
export const useDial = (draft: ReadonlySignal<TargetDraft | undefined>): DialSignals => {
  const { values, now, link } = useBoat()
  const { pilots, commands } = usePilot()
  const { chosen, kind } = pilots
  const heading = useComputed(() =>
    headingSeen({
      magnetic: values.of('navigation.headingMagnetic').value,
      trueNorth: values.of('navigation.headingTrue').value,
      now: now.value,
      isLost: link.isLost.value,
    }),
  )
  const steering = useSteering(heading)
  const course = useReading('navigation.courseOverGroundTrue')
  const bugAt = (target: number | undefined | null): number | undefined =>
    typeof target === 'number' ? degrees(bugOn(target, kind.value, steering.value)) : undefined
  return {
    heading,
    pointsTo: useComputed(() => degrees(heading.value.angle)),
    bug: useComputed(() => (chosen.value?.isEngaged === true ? bugAt(chosen.value.target) : undefined)),
    requested: useComputed(() => bugAt(commands.pendingTarget.value?.wanted)),
    drafted: useComputed(() => bugAt(draft.value?.wanted)),
    course: useComputed(() =>
      course.value === undefined ? undefined : degrees(onCard(course.value, 'T', steering.value)),
    ),
    wind: useComputed(() => degrees(steering.value.windAngle)),
  }
}

type Drag = (event: PointerEvent) => void

interface BugDrag {
  readonly onPointerDown: Drag
  readonly onPointerMove: Drag
  readonly onPointerUp: Drag
  readonly onPointerCancel: () => void
}

/** Direction of the pointer from the centre of the dial. */
const directionOfFinger = ({ currentTarget, clientX, clientY }: PointerEvent): number => {
  const drawing = currentTarget instanceof SVGElement ? currentTarget.ownerSVGElement : null
  const { left, top, width, height } = (drawing ?? document.body).getBoundingClientRect()
  return directionOf((clientX - left) / width, (clientY - top) / height)
}

/**
 * Drags the bug. A small change is requested on release; a large one waits for a second tap.
 * @param sense −1 where the bug is an angle of the wind: it moves to port when the bow turns to starboard
 */
export const useBugDrag = (draft: Signal<TargetDraft | undefined>, sense: 1 | -1): BugDrag => {
  const { pilots, commands } = usePilot()
  const mayAim = useMayAim()
  const from = useRef<number | undefined>(undefined)
  const end = (): void => {
    from.current = undefined
    draft.value = undefined
  }
  return {
    onPointerDown: (event) => {
      if (!mayAim.value || event.button !== 0) return
      // Elements that receive pointer events can capture them.
      ;(event.currentTarget as SVGElement).setPointerCapture(event.pointerId)
      from.current = directionOfFinger(event)
    },
    onPointerMove: (event) => {
      const held = pilots.chosen.peek()?.target ?? undefined
      if (from.current === undefined || held === undefined) return
      const way = sense * wayBetween(from.current, directionOfFinger(event))
      draft.value = draftOf(held, way, pilots.kind.peek())
    },
    onPointerUp: () => {
      from.current = undefined
      const wanted = draft.peek()?.wanted
      const held = pilots.chosen.peek()?.target ?? undefined
      if (wanted === undefined || held === undefined || !mayAim.peek()) return end()
      if (needsSecondTap(held, wanted)) {
        draft.value = { wanted, isWaiting: true }
        return
      }
      end()
      commands.aim(wanted)
    },
    onPointerCancel: end,
  }
}
