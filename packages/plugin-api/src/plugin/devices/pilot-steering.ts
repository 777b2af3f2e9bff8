import {
  MarineDataError,
  radians,
  type AutopilotCommand,
  type ProblemCode,
  type Radians,
  type TurnDirection,
} from '@marinedata/model'

/** What a make of pilots does itself. Each promise resolves when the pilot shows the effect. */
export interface PilotMoves<Mode extends string> {
  readonly modes: readonly Mode[]
  /** What the pilot reports: its mode is null when it is none of these. Undefined while nothing is known of the pilot. */
  readonly reported: () => { readonly isEngaged: boolean; readonly mode: Mode | null } | undefined
  readonly disengage: (signal: AbortSignal) => Promise<void>
  /** Enters a mode, in which the pilot holds what the boat does. */
  readonly enter: (mode: Mode, signal: AbortSignal) => Promise<void>
  /** Holds a target. Absent where the pilot takes none. @throws MarineDataError `not-allowed-in-mode` */
  readonly hold?: (target: Radians, mode: Mode | null, signal: AbortSignal) => Promise<void>
  /** Changes what is held by one of its steps, once. Absent where the pilot has none. @throws MarineDataError `not-allowed-in-mode` */
  readonly step?: (change: Radians, mode: Mode | null, signal: AbortSignal) => Promise<void>
  /** Tacks, once. Absent where the pilot cannot. @throws MarineDataError as `WindTack.run` */
  readonly tack?: (direction: TurnDirection, signal: AbortSignal) => Promise<void>
  /** The mode to engage in was changed in standby. */
  readonly onChosen?: () => void
}

const refused = (code: ProblemCode, message: string): MarineDataError => new MarineDataError(code, message)

/** The commands to a pilot with the states `standby` and `engaged` that has no mode in standby. */
export class PilotSteering<Mode extends string> {
  readonly #moves: PilotMoves<Mode>
  #chosen: Mode

  /** @param first the mode to engage in, until another one is set */
  constructor(first: Mode, moves: PilotMoves<Mode>) {
    this.#chosen = first
    this.#moves = moves
  }

  /** The mode to engage in. */
  get chosen(): Mode {
    return this.#chosen
  }

  /** Carries out a command. Resolves when the pilot shows its effect. @throws MarineDataError */
  async carryOut({ name, input }: AutopilotCommand, signal: AbortSignal): Promise<void> {
    // Also when nothing was heard of the pilot: it may receive what it cannot answer.
    if (name === 'disengage') return await this.#moves.disengage(signal)
    if (this.#moves.reported() === undefined) throw refused('autopilot-offline', 'The pilot is not connected')
    switch (name) {
      case 'engage':
        return await this.#engage(signal)
      case 'set-state':
        return await this.#setState(input.state, signal)
      case 'set-mode':
        return await this.#setMode(input.mode, signal)
      case 'set-target':
        return await this.#change(this.#moves.hold, input.target, signal)
      case 'step':
        return await this.#change(this.#moves.step, input.change, signal)
      case 'tack':
        return await this.#tack(input.direction, signal)
      default:
        throw refused('unsupported-action', 'This pilot cannot do this')
    }
  }

  get #isEngaged(): boolean {
    return this.#moves.reported()?.isEngaged === true
  }

  async #engage(signal: AbortSignal): Promise<void> {
    if (!this.#isEngaged) await this.#enter(this.#chosen, signal)
  }

  async #setState(state: unknown, signal: AbortSignal): Promise<void> {
    if (state === 'engaged') return await this.#engage(signal)
    if (state === 'standby') return await this.#moves.disengage(signal)
    throw refused('invalid-value', 'The states are standby and engaged')
  }

  async #setMode(wanted: unknown, signal: AbortSignal): Promise<void> {
    const mode = this.#moves.modes.find((one) => one === wanted)
    if (mode === undefined) throw refused('invalid-value', 'The pilot does not have this mode')
    if (this.#isEngaged) return await this.#enter(mode, signal)
    this.#chosen = mode
    return this.#moves.onChosen?.()
  }

  async #enter(mode: Mode, signal: AbortSignal): Promise<void> {
    await this.#moves.enter(mode, signal)
    this.#chosen = mode
  }

  /** Sets a target, or changes it by a step. */
  async #change(
    move: PilotMoves<Mode>['hold'] | PilotMoves<Mode>['step'],
    angle: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    if (move === undefined) throw refused('unsupported-action', 'This pilot cannot do this')
    if (typeof angle !== 'number' || !(Math.abs(angle) <= 2 * Math.PI))
      throw refused('invalid-value', 'This is not an angle')
    if (!this.#isEngaged) throw refused('not-engaged', 'The pilot is in standby')
    await move(radians(angle), this.#moves.reported()?.mode ?? null, signal)
  }

  async #tack(direction: unknown, signal: AbortSignal): Promise<void> {
    const { tack } = this.#moves
    if (tack === undefined) throw refused('unsupported-action', 'This pilot cannot do this')
    if (direction !== 'port' && direction !== 'starboard')
      throw refused('invalid-value', 'The direction is port or starboard')
    if (!this.#isEngaged) throw refused('not-engaged', 'The pilot is in standby')
    await tack(direction, signal)
  }
}
