import {
  dodgeMode,
  degrees,
  turnBetween,
  wrapFull,
  wrapHalf,
  radians,
  type AutopilotCommand,
  type AutopilotDetails,
  type AutopilotMode,
  type AutopilotReport,
  type ModeKind,
  type Radians,
} from '@marinedata/model'
import { isWithin } from './angles.ts'

/** Half a degree: how near a reported target must be to the commanded one. */
export const nearEnough: Radians = degrees(0.5)

const usualRudderLimit: Radians = degrees(30)

interface ModeKindRules {
  /** Undefined where no target can be set. */
  readonly range: ((mode: AutopilotMode) => readonly [least: Radians, most: Radians]) | undefined
  readonly wrap: (angle: Radians) => Radians
}

/** Rules for the targets of each kind of mode, as in the server. */
export const modeKindRules: Readonly<Record<ModeKind, ModeKindRules>> = {
  heading: { range: () => [radians(0), radians(2 * Math.PI)], wrap: wrapFull },
  course: { range: () => [radians(0), radians(2 * Math.PI)], wrap: wrapFull },
  wind: { range: () => [radians(-Math.PI), radians(Math.PI)], wrap: wrapHalf },
  route: { range: undefined, wrap: wrapFull },
  rudder: {
    range: ({ limit = usualRudderLimit }) => [radians(-limit), radians(limit)],
    wrap: (angle) => angle,
  },
}

/** Whether a target can be set in the mode. */
export const isWritable = ({ kind }: AutopilotMode): boolean => modeKindRules[kind].range !== undefined

/** Seconds, with the defaults of the server. */
export const confirmSeconds = ({ confirm = 2 }: AutopilotDetails): number => confirm
export const silenceSeconds = ({ silence = 5 }: AutopilotDetails): number => silence

export const isSteering = ({ states }: AutopilotDetails, { state }: AutopilotReport): boolean =>
  states.some(({ name, engaged }) => name === state && engaged)

type Name = AutopilotCommand['name']
type Input<N extends Name> = Extract<AutopilotCommand, { name: N }>['input']
type Shown = (report: AutopilotReport) => boolean
type Effect<N extends Name> = (input: Input<N>, details: AutopilotDetails, before: AutopilotReport) => Shown

const isAt = (target: number | null, asked: Radians): boolean =>
  target !== null && isWithin(radians(target), asked, nearEnough)

/** Whether a target has moved by a step, as far as a device rounds. */
const hasStepped = (before: number | null, now: number | null, change: number): boolean =>
  before !== null &&
  now !== null &&
  turnBetween(radians(before), radians(now)) * Math.sign(change) >= Math.abs(change) / 2

const turning =
  <Kind extends 'tack' | 'gybe'>(kind: Kind): Effect<Kind> =>
  ({ direction }) =>
  ({ manoeuvre }) =>
    manoeuvre?.kind === kind && manoeuvre.direction === direction

const effects: { readonly [N in Name]: Effect<N> } = {
  'set-state':
    ({ state }) =>
    (report) =>
      report.state === state,
  'set-mode':
    ({ mode }) =>
    (report) =>
      report.mode === mode,
  'set-target':
    ({ target }, _details, before) =>
    (report) =>
      report.mode === before.mode && isAt(report.target, radians(target)),
  step:
    ({ change }, _details, before) =>
    (report) =>
      report.mode === before.mode && hasStepped(before.target, report.target, change),
  engage: (_input, details) => (report) => isSteering(details, report),
  disengage: (_input, details) => (report) => !isSteering(details, report),
  tack: turning('tack'),
  gybe: turning('gybe'),
  dodge:
    ({ target }) =>
    (report) =>
      report.mode === dodgeMode && (target === undefined || isAt(report.target, radians(target))),
  undodge: () => (report) => report.mode !== dodgeMode,
}

/** How a report confirms a command, as in the server. */
export const effectOf = (
  { name, input }: AutopilotCommand,
  details: AutopilotDetails,
  before: AutopilotReport,
): Shown =>
  // Safe: the table has one effect for each name, and the types of name and input match.
  (effects[name] as (input: unknown, details: AutopilotDetails, before: AutopilotReport) => Shown)(
    input,
    details,
    before,
  )
