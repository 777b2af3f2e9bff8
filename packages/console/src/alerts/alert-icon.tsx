import type { JSX } from 'preact'
import { isFlashing, shapeOf, type Priority, type Shape, type ShownAlert } from './alert.ts'
import './alerts.css'

const outlines: Readonly<Record<Shape, JSX.Element>> = {
  triangle: <path class="body" d="M12 2.5 22.800 21.500H1.200z" />,
  circle: <circle class="body" cx="12" cy="12" r="10" />,
  square: <rect class="body" x="2.500" y="2.500" width="19" height="19" />,
}

const marks: Readonly<Record<Priority | 'over', string>> = {
  emergency: 'M9 9.500v5.500M15 9.500v5.500M9 18.400h.01M15 18.400h.01',
  alarm: 'M12 9v6M12 18.300h.01',
  warning: 'M12 6.500v7M12 17h.01',
  caution: 'M12 6.500v7M12 17h.01',
  over: 'M7 13l3.500 3.500L17.200 9',
}

export type IconAlert = Pick<ShownAlert, 'priority' | 'status'>

/** The shape shows the priority without relying on colour; a tick means that the alert has ended. */
export const AlertIcon = ({
  alert,
  isSteady = false,
}: {
  readonly alert: IconAlert
  readonly isSteady?: boolean
}): JSX.Element => {
  const isOver = alert.status === 'rectified'
  const flashes = !isSteady && isFlashing(alert)
  return (
    <span
      class="alert-icon"
      data-shape={shapeOf(alert)}
      data-priority={alert.priority}
      data-over={isOver}
      data-flash={flashes}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {outlines[shapeOf(alert)]}
        <path class="mark" d={marks[isOver ? 'over' : alert.priority]} />
      </svg>
    </span>
  )
}
