import { useRef } from 'preact/hooks'
import type { Signal } from '@preact/signals'
import { usePilot } from '#pilot/pilot-context.ts'
import { useMayAim } from '../use-may-aim.ts'
import { directionOf, wayBetween } from './dial-geometry.ts'
import { draftOf, needsSecondTap, type TargetDraft } from './target-draft.ts'

type Drag = (event: PointerEvent) => void

export interface BugDrag {
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

/** Drags the bug. A small change is requested on release; a large one waits for a second tap. */
export const useBugDrag = (draft: Signal<TargetDraft | undefined>): BugDrag => {
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
      draft.value = draftOf(held, wayBetween(from.current, directionOfFinger(event)), pilots.kind.peek())
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
