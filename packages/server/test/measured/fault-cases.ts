import type { PluginFaultKind, PluginReport } from '@marinedata/model'
import assert from 'node:assert/strict'
import { assertProblem } from '../exchange.ts'
import type { PluginsOverRest, Sighting } from './plugins-over-rest.ts'

/** The fixture that does whatever a plugin must not do. */
export const rogue = 'rogue'

/** A line of the server's log. */
export interface LogLine {
  readonly plugin?: string
  readonly msg: string
  readonly kind?: string
  readonly fault?: string
}

/** A fault under way. */
export interface Begun {
  /** Wall time in milliseconds; the fault began then, or a little later. */
  readonly at: number
  /** Settles when whoever asked for it has been answered. */
  readonly answered?: Promise<unknown>
}

/** One way in which a plugin goes wrong, and how that is known. */
export interface FaultCase {
  /** Follows "a plugin that …". */
  readonly title: string
  readonly withinMs: number
  /** From when the time until it is seen counts; from when it began unless said otherwise. */
  readonly since?: (sighting: Sighting) => number
  readonly begin: (plugins: PluginsOverRest) => Promise<Begun>
  /** What is counted of it over REST, and the name of the same number at `/metrics`. */
  readonly count: (report: PluginReport) => number
  readonly metric: string
  readonly isLogged: (line: LogLine) => boolean
  /** Whether its process is ended and another one started. */
  readonly isEnded: boolean
  /** Whether it is over; when the plugin runs again unless said otherwise. */
  readonly isOver?: (report: PluginReport) => boolean
  /** What has to be done afterwards so that the plugin is well. */
  readonly mend?: (plugins: PluginsOverRest) => Promise<void>
}

const crashMs = 250
const hangMs = 2_000

const counted = (kind: PluginFaultKind): Pick<FaultCase, 'count' | 'metric' | 'isLogged'> => ({
  count: ({ faults }) => faults[kind] ?? 0,
  metric: `marinedata_plugin_faults_total{plugin="${rogue}",kind="${kind}"}`,
  isLogged: (line) => line.kind === kind,
})

/** The plugin answers with the moment at which it will begin, so the time counts from the plan, not from the deed. */
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
  // It says in its last words when it threw.
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
  // V8 fights for a while before it gives up: the time counts from the last look at which the process was still there.
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
  isLogged: ({ msg }) => msg.startsWith('stdout is for the protocol'),
  isEnded: false,
  // The last of the messages that stand in the midst of it.
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
  isLogged: ({ msg }) => msg.startsWith('It did not stop within'),
  isEnded: true,
})

const ended = (title: string, how: string, kind: PluginFaultKind): FaultCase => ({
  title,
  withinMs: kind === 'crashed' || kind === 'exited' ? crashMs : hangMs,
  begin: misbehaving(how),
  ...counted(kind),
  isEnded: true,
})

/** The process is gone, and is found to be. */
export const crashes: readonly FaultCase[] = [
  throwsAtStart,
  ended('throws later', 'throw', 'crashed'),
  ended('exits', 'exit', 'exited'),
  fillsHeap,
]

/** The process is there, and is found out. */
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
