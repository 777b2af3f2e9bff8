import { LiveState, PeriodicTasks, type MaySend } from '@marinedata/inputs'
import {
  broadcastAddress,
  outputPathsOf,
  outputTasksOf,
  type InstanceNames,
  type Moment,
  type OutputTask,
  type OwnPacket,
} from '@marinedata/nmea2000'
import {
  courseGuidancePath,
  followCourse,
  type Boat,
  type CourseGuidance,
  type LiveGuidance,
} from '@marinedata/plugin-api'

/** Divides every period. */
const tickMs = 50
/** Faster values than this are not needed: no message is sent more often. */
const minPeriodMs = 100
/** A slow value is repeated this often, so that a silent server is noticed. */
const repeatMs = 4_000
/** Numbers of moments go round before the values that mean "not available". */
const moments = 253

/**
 * What came from any NMEA 2000 bus is not sent: two gateways may be on the same bus, and an old position would be kept
 * alive between them.
 */
const isFromElsewhere: MaySend = (source) => !source.startsWith('nmea2000.')

/** A bus that messages are sent on. */
export interface OutputBus {
  /** Whether the gateway is ready, and the address is ours. */
  readonly canSend: boolean
  send(packet: OwnPacket): boolean
}

export interface OutputsOptions {
  readonly boat: Pick<Boat, 'self' | 'subscribe'>
  /** The messages to send. */
  readonly pgns: ReadonlySet<number>
  readonly names: InstanceNames
}

/** Makes messages from live values of the boat, and sends each on every bus at its period. Subscribes only when some are chosen. */
export class Outputs implements AsyncDisposable {
  readonly #options: OutputsOptions
  readonly #state: LiveState
  readonly #stack = new AsyncDisposableStack()
  #guidance: LiveGuidance | undefined

  constructor(options: OutputsOptions) {
    this.#options = options
    this.#state = new LiveState({ self: options.boat.self, sources: 'all' })
  }

  async start(): Promise<void> {
    const { boat, pgns } = this.#options
    const paths = outputPathsOf(pgns)
    if (paths.length === 0) return
    const pacing = { policy: 'ideal', minPeriod: minPeriodMs, period: repeatMs, sources: 'all' } as const
    if (paths.includes(courseGuidancePath)) this.#stack.use(await followCourse(boat, this.#takeCourse))
    const subscribe = paths.filter((path) => path !== courseGuidancePath).map((path) => ({ path, ...pacing }))
    const subscription = await boat.subscribe({ context: 'vessels.self', subscribe }, (delta) =>
      this.#state.handle(delta),
    )
    this.#stack.use(subscription)
  }

  /** Sends the messages on a bus until it is disposed of. What the bus does not take is not sent later. */
  attach(bus: OutputBus): Disposable {
    const isReady = (): boolean => bus.canSend
    const momentAt = this.#moments()
    const run =
      ({ write }: OutputTask) =>
      (now: number): void => {
        for (const message of write(momentAt(now))) bus.send({ ...message, destination: broadcastAddress })
      }
    const tasks = outputTasksOf(this.#options.pgns).map((task) => ({
      periodMs: task.periodMs,
      isReady,
      run: run(task),
    }))
    const periodic = new PeriodicTasks(tasks, { tickMs })
    if (tasks.length > 0) periodic.start()
    return periodic
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  readonly #takeCourse = (guidance: CourseGuidance): void => {
    this.#guidance = guidance.status === 'live' ? guidance : undefined
  }

  /** Numbers the moments: all messages of one tick have the same number. */
  #moments(): (now: number) => Moment {
    const values = this.#state.ownValues(isFromElsewhere)
    const all = this.#state.ownValues(() => true)
    const { names } = this.#options
    let [sid, last] = [moments - 1, -Infinity]
    return (now) => {
      if (now !== last) sid = (sid + 1) % moments
      last = now
      return { values, all, names, sid, guidance: this.#guidance }
    }
  }
}
