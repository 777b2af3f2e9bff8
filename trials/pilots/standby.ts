import { setTimeout as sleep } from 'node:timers/promises'
import type { Cases } from './cases.ts'
import type { PilotWire } from './wires/pilot-wire.ts'
import { waitUntil, type TrialServer } from './trial-server.ts'

const loss = 0.05
const paceMs = 200

/** Disengages again and again while frames are lost. */
export interface StandbyFigures {
  readonly standbys: number
  /** The answers to those that were not carried out or not reported. */
  readonly standbyMissed: readonly string[]
  readonly standbyMedianMs: number
  readonly standbyWorstMs: number
  /** Those that were reported too late. */
  readonly standbyLate: number
}

export interface StandbyOptions {
  readonly times: number
  /** The longest time until standby is reported. */
  readonly limitMs: number
  readonly progress: (done: number, times: number) => void
}

export const tryStandby = async (
  { wire, server }: { readonly wire: PilotWire; readonly server: TrialServer },
  { times, limitMs, progress }: StandbyOptions,
  cases: Cases,
): Promise<StandbyFigures> => {
  const took: number[] = []
  const missed: string[] = []
  wire.lose?.(loss)
  while (took.length < times) {
    // A repetition may be on its way, and a bus takes ten urgent messages a second of a plugin.
    await sleep(paceMs)
    await server.engageAtHead()
    const { status, code, ms } = await server.order('POST disengage')
    took.push(ms)
    if (status !== 200 || wire.isSteering) missed.push(`${status} ${code ?? ''} after ${Math.round(ms)} ms`)
    await waitUntil('standby at the pilot', () => !wire.isSteering)
    await waitUntil('standby is reported', async () => !(await server.isEngaged()))
    progress(took.length, times)
  }
  wire.lose?.(0)
  const sorted = took.toSorted((one, other) => one - other)
  const figures = {
    standbys: times,
    standbyMissed: missed,
    standbyMedianMs: Math.round(sorted[Math.floor(times / 2)] ?? 0),
    standbyWorstMs: Math.round(sorted.at(-1) ?? 0),
    standbyLate: took.filter((ms) => ms > limitMs).length,
  }
  cases.judge('no standby is missed', missed.length === 0, figures)
  cases.judge('standby is reported in time', figures.standbyLate === 0, figures)
  return figures
}
