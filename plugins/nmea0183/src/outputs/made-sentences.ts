import {
  LiveState,
  PeriodicTasks,
  type LiveValues,
  type MaySend,
  type PeriodicTask,
} from '@marinedata/inputs'
import {
  AisOutput,
  aisPeriods,
  CourseOutput,
  coursePeriod,
  craftPaths,
  outputSentences,
  type Seconds,
} from '@marinedata/nmea0183'
import { courseGuidancePath, followCourse, type Boat, type LiveGuidance } from '@marinedata/plugin-api'
import { MadeAis } from './made-ais.ts'
import { courseTypes, madeContexts, madePaths } from './sentence-choices.ts'
import type { Multiplexer } from './multiplexer.ts'
import type { Output } from './output.ts'

/** Divides every period. */
const tickMs = 100
/** Faster values than this are not needed: no sentence is sent more often. */
const minPeriodMs = 100
const others = madeContexts.filter((context) => context !== 'vessels.self')
/** The least period of VDM. */
const craftPeriod: Seconds = 1

/** Something that is written once per period. */
interface Task {
  readonly period: Seconds
  readonly write: (now: number) => readonly (string | undefined)[]
}

const ownMmsi = (context: string): string | undefined => /:mmsi:([0-9]{9})$/.exec(context)?.[1]

const hasCourse = ({ made }: Output): boolean => courseTypes.some((type) => made.has(type))

const courseTasks = (
  output: Output,
  values: LiveValues,
  guidance: () => LiveGuidance | undefined,
): Task[] => {
  if (!hasCourse(output)) return []
  const course = new CourseOutput()
  const write = (): readonly string[] =>
    course.write(guidance(), values).filter((line) => output.made.has(line.slice(3, 6)))
  return [{ period: coursePeriod, write }]
}

/** What came by NMEA 0183 is passed on as received. */
const isFromElsewhere: MaySend = (source) => !source.startsWith('nmea0183.')

const aisTasks = (wanted: ReadonlySet<string>, state: LiveState): Task[] => {
  if (!wanted.has('VDM')) return []
  const ais = new MadeAis()
  return [{ period: craftPeriod, write: (now) => ais.write(state.craft(isFromElsewhere), now) }]
}

const ownAisTasks = (wanted: ReadonlySet<string>, values: LiveValues, self: string): Task[] => {
  const mmsi = ownMmsi(self)
  if (!wanted.has('VDO') || mmsi === undefined) return []
  const output = new AisOutput()
  return [{ period: aisPeriods.own, write: () => output.writeOwn(mmsi, values) }]
}

export interface MadeSentencesOptions {
  readonly boat: Boat
  readonly multiplexer: Multiplexer
  readonly outputs: readonly Output[]
}

/** Makes sentences from live values of the boat, and sends each at its period. Subscribes only when an output wants some. */
export class MadeSentences implements AsyncDisposable {
  readonly #options: MadeSentencesOptions
  readonly #state: LiveState
  readonly #tasks: readonly PeriodicTask[]
  readonly #stack = new AsyncDisposableStack()
  #guidance: LiveGuidance | undefined

  constructor(options: MadeSentencesOptions) {
    this.#options = options
    this.#state = new LiveState({ self: options.boat.self })
    this.#tasks = options.outputs.flatMap((output) =>
      this.#tasksOf(output).map((task) => this.#periodic(output, task)),
    )
  }

  async start(): Promise<void> {
    if (this.#tasks.length === 0) return
    const { boat, outputs } = this.#options
    const own = madePaths.filter((path) => path !== courseGuidancePath)
    await this.#subscribe('vessels.self', own)
    if (outputs.some(hasCourse))
      this.#stack.use(
        await followCourse(boat, (guidance) => {
          this.#guidance = guidance.status === 'live' ? guidance : undefined
        }),
      )
    const isAisMade = outputs.some(({ made }) => made.has('VDM'))
    if (isAisMade) for (const context of others) await this.#subscribe(context, craftPaths)
    this.#stack.use(new PeriodicTasks(this.#tasks, { tickMs })).start()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }

  async #subscribe(context: string, paths: readonly string[]): Promise<void> {
    const subscribe = paths.map((path) => ({ path, minPeriod: minPeriodMs }))
    const subscription = await this.#options.boat.subscribe({ context, subscribe }, (delta) =>
      this.#state.handle(delta),
    )
    this.#stack.use(subscription)
  }

  #tasksOf(output: Output): Task[] {
    const { made, maySend } = output
    const values = this.#state.ownValues(maySend)
    const simple = outputSentences.filter(({ type }) => made.has(type))
    return [
      ...simple.map(({ period, write }) => ({ period, write: () => [write(values)] })),
      ...courseTasks(
        output,
        this.#state.ownValues(() => true),
        () => this.#guidance,
      ),
      ...aisTasks(made, this.#state),
      ...ownAisTasks(made, values, this.#options.boat.self),
    ]
  }

  #periodic(output: Output, { period, write }: Task): PeriodicTask {
    return {
      periodMs: period * 1_000,
      isReady: () => output.link !== undefined,
      run: (now) => {
        for (const line of write(now))
          if (line !== undefined) this.#options.multiplexer.sendMade(output, line)
      },
    }
  }
}
