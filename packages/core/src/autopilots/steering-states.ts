/** Where a device is, as far as the boat is concerned. */
export type SteeringState = 'unreported' | 'standby' | 'steering' | 'off-line'

/** Events of a steering device. A requested change is not the same as an unrequested one. */
export type SteeringEvent =
  | 'reports-steering'
  | 'reports-standby'
  | 'obeys-standby'
  | 'falls-silent'
  | 'is-lost'

/** Reasons to alert the crew. */
export type SteeringAlarm = 'stopped-by-itself' | 'lost'

export const steeringAlarmMessages: Readonly<Record<SteeringAlarm, string>> = {
  'stopped-by-itself': 'The autopilot stopped steering without a command',
  lost: 'Connection to the autopilot lost while it was steering',
}

export interface SteeringStep {
  readonly next: SteeringState
  readonly alarm?: SteeringAlarm
}

/**
 * Every event in every state. A device that stops steering without a request raises the alarm, for every cause; a device in
 * standby does not.
 */
export const steeringSteps: Readonly<Record<SteeringState, Readonly<Record<SteeringEvent, SteeringStep>>>> = {
  unreported: {
    'reports-steering': { next: 'steering' },
    'reports-standby': { next: 'standby' },
    'obeys-standby': { next: 'standby' },
    'falls-silent': { next: 'off-line' },
    'is-lost': { next: 'off-line' },
  },
  standby: {
    'reports-steering': { next: 'steering' },
    'reports-standby': { next: 'standby' },
    'obeys-standby': { next: 'standby' },
    'falls-silent': { next: 'off-line' },
    'is-lost': { next: 'off-line' },
  },
  steering: {
    'reports-steering': { next: 'steering' },
    'reports-standby': { next: 'standby', alarm: 'stopped-by-itself' },
    'obeys-standby': { next: 'standby' },
    'falls-silent': { next: 'off-line', alarm: 'lost' },
    'is-lost': { next: 'off-line', alarm: 'lost' },
  },
  'off-line': {
    'reports-steering': { next: 'steering' },
    'reports-standby': { next: 'standby' },
    'obeys-standby': { next: 'standby' },
    'falls-silent': { next: 'off-line' },
    'is-lost': { next: 'off-line' },
  },
}
