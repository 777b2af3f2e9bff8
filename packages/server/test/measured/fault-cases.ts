import type { PluginFaultKind, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { assertProblem } from '@marinedata/testing/exchange'
import type { PluginsOverRest, Sighting } from '@marinedata/testing/measured/plugins-over-rest'

/** The fixture that can cause every fault. */
export const rogue = 'rogue'

/** A line of the server's log. */
export interface LogLine {
  readonly plugin?: string
  readonly msg: string
  readonly kind?: string
  readonly fault?: string
}

/** A running fault. */
export interface Begun {
  /** Wall clock time in milliseconds ; the fault began then, or slightly later. */
  readonly at: number
  /** Settles when the request that caused it is answered. */
  readonly answered?: Promise<unknown>
}

/** One kind of plugin fault, and how it is detected. */
export interface FaultCase {
  /** Continues "a plugin that …". */
  readonly title: string
  readonly withinMs: number
  /** When the measured detection time starts; by default when the fault began. */
  readonly since?: (sighting: Sighting) => number
  readonly begin: (plugins: PluginsOverRest) => Promise<Begun>
  /** The counter in the REST report, and its name at `/metrics`. */
  readonly count: (report: PluginReport) => number
  readonly metric: string
  readonly isLogged: (line: LogLine) => boolean
  /** Whether the process is ended and restarted. */
  readonly isEnded: boolean
  /** Whether the fault is over; by default when the plugin runs again. */
  readonly isOver?: (report: PluginReport) => boolean
  /** The recovery of the plugin afterwards. */
  readonly mend?: (plugins: PluginsOverRest) => Promise<void>
}

const crashMs = 250
const hangMs = 2_000

const counted = (kind: PluginFaultKind): Pick<FaultCase, 'count' | 'metric' | 'isLogged'> => ({
  count: ({ faults }) => faults[kind] ?? 0,
  metric: `marinedata_plugin_faults_total{plugin="${rogue}",kind="${kind}"}`,
  isLogged: (line) => line.kind === kind,
})

/** The plugin responds with the planned start of the fault, from which the time is measured. */
const misbehaving =
  (how: string): FaultCase['begin'] =>
  async (plugins) => {
    const { status, text } = await plugins.post(rogue, 'actions/misbehave', { how })
    assert.equal(status, 200, text)
    const { result } = JSON.parse(text) as { result: { at: number } }
    return { at: result.at }
  }

const mendSettings = async (plugins: PluginsOverRest): Promise<void> => {
  const { status, text } = await plugins.configure(rogue, {})
  assert.equal(status, 200, text)
}

const throwsAtStart: FaultCase = {
  title: 'throws at its start',
  withinMs: crashMs,
  // The message of the fault contains the time of the throw.
  since: ({ report }) => Number(/on purpose at ([0-9]+)/.exec(report.lastFault?.message ?? '')?.[1]),
  begin: async (plugins) => {
    const at = Date.now()
    const answered = plugins.configure(rogue, { failsAtStart: true })
    return { at, answered: answered.then((answer) => assertProblem(answer, 'plugin-failed')) }
  },
  ...counted('start-failed'),
  isEnded: true,
  isOver: ({ state }) => state === 'waiting',
  mend: mendSettings,
}

const fillsHeap: FaultCase = {
  title: 'fills its heap',
  withinMs: crashMs,
  // V8 delays the end: the time is measured from the last observation of a running process.
  since: ({ lastAliveAt }) => lastAliveAt,
  begin: misbehaving('fill-heap'),
  ...counted('crashed'),
  isLogged: ({ kind, fault }) => kind === 'crashed' && fault?.includes('heap out of memory') === true,
  isEnded: true,
}

const writesGarbage: FaultCase = {
  title: 'writes garbage to stdout',
  withinMs: hangMs,
  begin: misbehaving('garble'),
  count: ({ noiseBytes }) => noiseBytes,
  metric: `marinedata_plugin_noise_bytes_total{plugin="${rogue}"}`,
  isLogged: ({ msg }) => msg.startsWith('stdout is reserved for the protocol'),
  isEnded: false,
  // The last of the valid messages between the garbage.
  isOver: ({ status }) => status?.message === 'the last word',
}

const neverAnswers: FaultCase = {
  title: 'never answers a command',
  withinMs: hangMs,
  begin: async (plugins) => {
    const at = Date.now()
    const answered = plugins.post(rogue, 'actions/never-answer')
    return { at, answered: answered.then((answer) => assertProblem(answer, 'unconfirmed')) }
  },
  count: ({ unanswered }) => unanswered,
  metric: `marinedata_plugin_unanswered_total{plugin="${rogue}"}`,
  isLogged: ({ msg }) => msg.startsWith('No answer to "command"'),
  isEnded: false,
}

const ignoringStop = (title: string, how: string): FaultCase => ({
  title,
  withinMs: hangMs,
  begin: async (plugins) => {
    assert.equal((await plugins.post(rogue, 'actions/ignore-stop', { how })).status, 200)
    const at = Date.now()
    const answered = plugins.post(rogue, 'restart')
    return { at, answered: answered.then(({ status, text }) => assert.equal(status, 200, text)) }
  },
  ...counted('stop-ignored'),
  isLogged: ({ msg }) => msg.startsWith('The plugin did not stop within'),
  isEnded: true,
})

const ended = (title: string, how: string, kind: PluginFaultKind): FaultCase => ({
  title,
  withinMs: kind === 'crashed' || kind === 'exited' ? crashMs : hangMs,
  begin: misbehaving(how),
  ...counted(kind),
  isEnded: true,
})

/** Faults after which the process is gone. */
export const crashes: readonly FaultCase[] = [
  throwsAtStart,
  ended('throws later', 'throw', 'crashed'),
  ended('exits', 'exit', 'exited'),
  fillsHeap,
]

/** Faults during which the process keeps running. */
export const otherFaults: readonly FaultCase[] = [
  ended('takes 600 MB of buffers', 'fill-buffers', 'memory'),
  ended('spins for ever', 'spin', 'hung'),
  ended('sends 10,000 messages a second', 'flood', 'flooding'),
  ended('floods stderr with short lines', 'flood-stderr', 'stderr-flooding'),
  writesGarbage,
  neverAnswers,
  ignoringStop('never finishes stopping', 'never-stop'),
  ignoringStop('spins when it is to stop', 'spin-at-stop'),
]
