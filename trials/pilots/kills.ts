import type { Cases } from './cases.ts'
import type { PilotWire } from './wires/pilot-wire.ts'
import { waitUntil, type TrialServer } from './trial-server.ts'

/** The worst of the kills of one part. */
export interface KillFigures {
  readonly kills: number
  readonly offlineMedianMs: number
  readonly offlineWorstMs: number
  /** Kills after which the pilot was off-line too late. */
  readonly late: number
  readonly backWorstMs: number
  /** Kills after which the pilot was not off-line, or the alarm was not raised. */
  readonly unnoticed: number
  /** Commands on the wire that nobody has given. */
  readonly sent: number
  /** The answers to commands after a restart that were not carried out. */
  readonly refused: readonly string[]
}

interface Trial {
  readonly wire: PilotWire
  readonly server: TrialServer
}

/** Kills one part, and brings it back. */
interface Victim {
  readonly kill: () => Promise<void>
  readonly restore: () => Promise<void>
}

const victimsOf = ({ wire, server }: Trial): Readonly<Record<string, Victim>> => ({
  ...Object.fromEntries(
    server.plugins.map((plugin) => [
      plugin,
      {
        kill: async () => void process.kill(await server.pid(plugin), 'SIGKILL'),
        // As a person would do: without it, every restart waits longer than the one before.
        restore: () => server.enable(plugin),
      },
    ]),
  ),
  gateway: { kill: () => wire.kill(), restore: () => wire.restore() },
})

/** While a time is measured. */
const measuredPollMs = 5

interface Kill {
  readonly offlineMs: number
  readonly isAlarmed: boolean
  readonly backMs: number
  readonly sent: number
}

/** Commands until it obeys: right after its return a gateway may not send yet, and then the answer says so. */
const mostCommands = 5

/** Steers with the pilot that is back: a command that succeeds ends the alarm of the kill before. */
const steerAgain = async (server: TrialServer, refused: string[]): Promise<void> => {
  for (let count = 0; count < mostCommands; count++) {
    await server.engageAtHead()
    await waitUntil('the target is reported', async () => typeof (await server.state())?.target === 'number')
    const { status, code } = await server.order('PUT target/adjust', { value: 1, units: 'deg' })
    if (status === 200)
      return void (await waitUntil('the alarm has ended', async () => !(await server.isAlarmed())))
    refused.push(`${status} ${code}`)
  }
  throw new Error(`The pilot does not obey: ${refused.slice(-mostCommands).join(', ')}`)
}

const killOnce = async ({ wire, server }: Trial, { kill, restore }: Victim): Promise<Kill> => {
  wire.commands.length = 0
  const killedAt = performance.now()
  await kill()
  await waitUntil('the pilot is off-line', () => server.isOffline(), measuredPollMs)
  const offlineMs = performance.now() - killedAt
  const isAlarmed = await server.isAlarmed()
  await restore()
  const restoredAt = performance.now()
  await waitUntil('the pilot is back', () => server.isEngaged())
  return {
    offlineMs,
    isAlarmed,
    backMs: performance.now() - restoredAt,
    sent: wire.commands.length,
  }
}

export interface KillOptions {
  /** How often each plugin is killed, and the gateway. */
  readonly times: number
  readonly limitMs: number
  readonly progress: (done: number, times: number) => void
}

const figuresOf = (done: readonly Kill[], limitMs: number): Omit<KillFigures, 'refused'> => {
  const offline = done.map(({ offlineMs }) => offlineMs).toSorted((one, other) => one - other)
  return {
    kills: done.length,
    offlineMedianMs: Math.round(offline[Math.floor(offline.length / 2)] ?? 0),
    offlineWorstMs: Math.round(offline.at(-1) ?? 0),
    late: offline.filter((ms) => ms > limitMs).length,
    backWorstMs: Math.round(Math.max(...done.map(({ backMs }) => backMs))),
    unnoticed: done.filter(({ isAlarmed }) => !isAlarmed).length,
    sent: done.reduce((sum, { sent }) => sum + sent, 0),
  }
}

/** Kills each plugin and the gateway while the pilot steers. */
export const tryKills = async (
  trial: Trial,
  { times, limitMs, progress }: KillOptions,
  cases: Cases,
): Promise<Readonly<Record<string, KillFigures>>> => {
  const all: Record<string, KillFigures> = {}
  const victims = Object.entries(victimsOf(trial))
  const whole = victims.length * times
  let count = 0
  for (const [name, victim] of victims) {
    const done: Kill[] = []
    const refused: string[] = []
    while (done.length < times) {
      await steerAgain(trial.server, refused)
      done.push(await killOnce(trial, victim))
      progress(++count, whole)
    }
    const figures = { ...figuresOf(done, limitMs), refused }
    all[name] = figures
    cases.judge(`${name} killed: the alarm is raised`, figures.unnoticed === 0, figures)
    cases.judge(`${name} killed: off-line in time`, figures.late === 0, figures)
    cases.judge(`${name} killed: nothing is sent by a restart`, figures.sent === 0, figures)
    // A gateway that is back may not send yet: how often is reported only.
    if (name !== 'gateway')
      cases.judge(
        `${name} killed: the first command afterwards is carried out`,
        refused.length === 0,
        figures,
      )
  }
  return all
}
