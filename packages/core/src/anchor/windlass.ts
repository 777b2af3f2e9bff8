import { Attempt, changedNothing, confirmed, type CommandLog } from '#command-record.ts'
import { RememberedAnswers, type AnswerMemory } from '#remembered-answers.ts'
import { Turns } from '#turns.ts'
import {
  MarineDataError,
  type AnchorCommand,
  type AnchorExtraCommand,
  type AnchorPlaceRequest,
  type AnchorReport,
  type AnchorState,
  type ProblemCode,
} from '@marinedata/model'
import type { AnchorDevice } from './anchor-device.ts'
import type { AnchorRegistry } from './anchor-registry.ts'

/** What the watch can be told to do: what every one can, and what some can besides. */
export type AnchorOrder = AnchorCommand | AnchorExtraCommand

/** Who asks, from where, and what goes with it. */
export interface AnchorAsker {
  /** The name of the principal, which no other has. */
  readonly who: string
  readonly from: string
  /** One effect for each key. */
  readonly idempotencyKey: string | undefined
}

export interface WindlassPorts extends CommandLog<AnchorOrder>, AnswerMemory {
  readonly registry: AnchorRegistry
  /** Hands a command to the provider; rejects when that refuses. */
  readonly send: (
    device: { readonly id: string; readonly provider: string },
    command: AnchorOrder,
    options: { readonly deadlineMs: number; readonly signal: AbortSignal },
  ) => Promise<unknown>
}

/** What a provider may say of itself; anything else is the provider that refused. */
const providerCodes: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'anchor-no-position',
  'anchor-not-down',
  'invalid-value',
  'input-stale',
  'busy',
  'unsupported-action',
  'rejected-by-device',
])

const raisedFirst = 'The anchor was raised first'
/** Metres; what a number may lose on its way there and back. */
const tolerance = 0.01

const isNear = (shown: number | null, asked: number): boolean =>
  shown !== null && Math.abs(shown - asked) <= tolerance

/** Degrees; a hundredth of a metre and less. */
const sameDegrees = 1e-7

const isThere = (shown: AnchorReport['position'], asked: AnchorPlaceRequest): boolean =>
  shown !== null &&
  Math.abs(shown.latitude - asked.latitude) <= sameDegrees &&
  Math.abs(shown.longitude - asked.longitude) <= sameDegrees

/** Whether a report shows that it was done. */
const effectOf = (command: AnchorOrder): ((report: AnchorReport) => boolean) => {
  const { name, input } = command
  if (name === 'drop') return ({ state }) => state === 'setting'
  if (name === 'raise') return ({ state }) => state === 'raised'
  if (name === 'radius')
    return ({ state, maxRadius }) => state === 'watching' && isNear(maxRadius, input.value)
  if (name === 'set-from-track') return ({ state }) => state === 'watching'
  if (name === 'set-at') return ({ state, position }) => state === 'watching' && isThere(position, input)
  return ({ state, rodeLength }) => state === 'watching' && isNear(rodeLength, input.rodeLength)
}

/** Takes commands to whoever watches the anchor, one at a time, and says what became of them. A command never writes the tree. */
export class Windlass {
  readonly #ports: WindlassPorts
  readonly #turns: Turns
  readonly #answers: RememberedAnswers

  constructor(ports: WindlassPorts) {
    this.#ports = ports
    this.#turns = new Turns(ports.clock)
    this.#answers = new RememberedAnswers(ports)
  }

  /**
   * Resolves with the anchor's state when the provider has answered and its own report shows the effect.
   * @throws MarineDataError with what stood in the way
   */
  command(command: AnchorOrder, asker: AnchorAsker): Promise<AnchorState> {
    const { who, idempotencyKey: key } = asker
    const run = (): Promise<AnchorState> => this.#commandNow(command, asker)
    // To raise it twice is to raise it; no key that was used before may stand in its way.
    if (key === undefined || command.name === 'raise') return run()
    return this.#answers.once({ who, key, body: JSON.stringify(command) }, run)
  }

  async #commandNow(command: AnchorOrder, asker: AnchorAsker): Promise<AnchorState> {
    const { device } = this.#ports.registry
    if (device === undefined)
      throw new MarineDataError('no-provider', 'There is no anchor watch: no plugin that provides one runs')
    const attempt = new Attempt<AnchorOrder>({
      device: device.id,
      asked: command,
      asker,
      look: () => device.state,
    })
    return attempt.keepIn(this.#ports, async () => {
      await this.#carryOut({ attempt, device, command })
      return stateOf(device)
    })
  }

  async #carryOut(ordered: Ordered): Promise<void> {
    if (ordered.command.name === 'raise') {
      // Never kept waiting: whatever else was going on is over.
      using _way = this.#turns.clear(raisedFirst)
      ordered.device.isRaiseAsked = true
      // Awaited here: the way stays clear, and a turn is kept, until it is done.
      await this.#confirm(ordered, undefined).catch((error: unknown) => {
        if (changedNothing(error)) ordered.device.isRaiseAsked = false
        throw error
      })
      return this.#ports.registry.settleRaised()
    }
    using turn = await this.#turns.take()
    // It may be over before it has begun.
    if (turn.signal.aborted) throw new MarineDataError('busy', raisedFirst)
    return await this.#confirm(ordered, turn.signal)
  }

  /** Sends, and waits for the answer and for the report that shows it: neither alone is enough. */
  async #confirm({ attempt, device, command }: Ordered, cut: AbortSignal | undefined): Promise<void> {
    if (device.link !== 'on-line')
      throw new MarineDataError('no-provider', `The anchor watch "${device.id}" is off-line`)
    const { clock, send } = this.#ports
    const { confirmMs: deadlineMs } = device
    attempt.sent = command
    const { name } = command
    using wait = device.waitUntil(effectOf(command))
    await confirmed({ clock, name, deadlineMs, cut, cutBecause: 'the anchor was raised' }, async (signal) => {
      await send(device, command, { deadlineMs, signal }).catch((error: unknown) => {
        throw refusalFrom(error, device)
      })
      wait.answered()
      await wait.shown
    })
  }
}

/** A command, whom it goes to, and what the audit will tell of it. */
interface Ordered {
  readonly attempt: Attempt<AnchorOrder>
  readonly device: AnchorDevice
  readonly command: AnchorOrder
}

/** How it stands now that it was done. */
const stateOf = ({ state }: AnchorDevice): AnchorState => {
  if (state === undefined) throw new MarineDataError('internal', 'The report that showed it is gone')
  return state
}

/** What a provider threw, as whoever asked is told it. */
export const refusalFrom = (error: unknown, { id }: Pick<AnchorDevice, 'id'>): MarineDataError => {
  if (!(error instanceof MarineDataError))
    return new MarineDataError('rejected-by-device', `"${id}" refused: ${String(error)}`, { cause: error })
  if (error.code === 'plugin-not-running' || error.code === 'plugin-not-found')
    return new MarineDataError('no-provider', `The anchor watch "${id}" is not there`, {
      // One that ended in the middle may have done it all the same.
      outcome: error.details.outcome ?? 'none',
      cause: error,
    })
  if (error.code === 'unconfirmed' || providerCodes.has(error.code)) return error
  return new MarineDataError('rejected-by-device', error.message, { cause: error })
}
