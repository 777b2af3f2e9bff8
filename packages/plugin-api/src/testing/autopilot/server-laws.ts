import {
  dodgeMode,
  type AutopilotCommand,
  type AutopilotDetails,
  type AutopilotMode,
  type AutopilotReport,
  type ModeKind,
  degrees,
  wrapFull,
  wrapHalf,
  type Radians,
} from '@marinedata/model'
import { isWithin } from './angles.ts'

/** Half a degree: as near as a report must come to what was asked. */
export const nearEnough: Radians = degrees(0.5)

const usualRudderLimit: Radians = degrees(30)

interface KindLaw {
  /** Undefined where a target cannot be set at all. */
  readonly range: ((mode: AutopilotMode) => readonly [least: Radians, most: Radians]) | undefined
  readonly wrap: (angle: Radians) => Radians
}

/** What the kind of a mode means for its targets, as the server has it. */
export const kindLaws: Readonly<Record<ModeKind, KindLaw>> = {
  heading: { range: () => [0, 2 * Math.PI], wrap: wrapFull },
  course: { range: () => [0, 2 * Math.PI], wrap: wrapFull },
  wind: { range: () => [-Math.PI, Math.PI], wrap: wrapHalf },
  route: { range: undefined, wrap: wrapFull },
  rudder: { range: ({ limit = usualRudderLimit }) => [-limit, limit], wrap: (angle) => angle },
}

/** Whether a target can be set in that mode. */
export const isWritable = ({ kind }: AutopilotMode): boolean => kindLaws[kind].range !== undefined

/** Seconds, also when the details do not say. */
export const confirmSeconds = ({ confirm = 2 }: AutopilotDetails): number => confirm
export const silenceSeconds = ({ silence = 5 }: AutopilotDetails): number => silence

export const isSteering = ({ states }: AutopilotDetails, { state }: AutopilotReport): boolean =>
  states.some(({ name, engaged }) => name === state && engaged)

type Name = AutopilotCommand['name']
type Input<N extends Name> = Extract<AutopilotCommand, { name: N }>['input']
type Shown = (report: AutopilotReport) => boolean
type Effect<N extends Name> = (input: Input<N>, details: AutopilotDetails, before: AutopilotReport) => Shown

const isAt = (target: number | null, asked: Radians): boolean =>
  target !== null && isWithin(target, asked, nearEnough)

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
      report.mode === before.mode && isAt(report.target, target),
  engage: (_input, details) => (report) => isSteering(details, report),
  disengage: (_input, details) => (report) => !isSteering(details, report),
  tack: turning('tack'),
  gybe: turning('gybe'),
  dodge:
    ({ target }) =>
    (report) =>
      report.mode === dodgeMode && (target === undefined || isAt(report.target, target)),
  undodge: () => (report) => report.mode !== dodgeMode,
}

/** How a report shows that a command was carried out: what the server looks for, too. */
export const effectOf = (
  { name, input }: AutopilotCommand,
  details: AutopilotDetails,
  before: AutopilotReport,
): Shown =>
  // The table has one effect for each name; the types of name and input belong together.
  (effects[name] as (input: unknown, details: AutopilotDetails, before: AutopilotReport) => Shown)(
    input,
    details,
    before,
  )
