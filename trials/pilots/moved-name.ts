import { degrees } from '@marinedata/model'
import type { Cases } from './cases.ts'
import type { PilotWire } from './wires/pilot-wire.ts'
import { waitUntil, type TrialServer } from './trial-server.ts'

/** Headings that its head sets in turn. Each shows that what the pilot sent before has arrived. */
const headings = [60, 80, 100, 120].map(degrees)
const near = degrees(1)
const pollMs = 10
/** A pilot with keys has one for it. */
const adjustment = { value: 10, units: 'deg' }
/** A command that did not reach the pilot is not repeated; more of these would be a fault. */
const mostRefused = 0.01

export interface MovedFigures {
  readonly moves: number
  /** Commands to an address that is not the pilot’s. */
  readonly wrongDevice: number
  /** Commands that were answered with a problem, by its code. */
  readonly refused: Readonly<Record<string, number>>
}

export interface MoveOptions {
  /** Moves the pilot to another address. */
  readonly move: () => void
  readonly times: number
  readonly progress: (done: number, times: number) => void
}

/** Steers a pilot that has another address before every command, while another device takes the old one. */
export const tryMoves = async (
  { wire, server }: { readonly wire: PilotWire; readonly server: TrialServer },
  { move, times, progress }: MoveOptions,
  cases: Cases,
): Promise<MovedFigures> => {
  let wrongDevice = 0
  const refused: Record<string, number> = {}
  await server.engageAtHead()
  for (let count = 0; count < times; count++) {
    move()
    // Only when this has arrived can the server know of the move.
    const heading = headings[count % headings.length] ?? 0
    wire.hold(heading)
    const isReported = async (): Promise<boolean> => {
      const target = (await server.state())?.target
      return target !== null && target !== undefined && Math.abs(target - heading) < near
    }
    await waitUntil('the heading of the head', isReported, pollMs)
    wire.commands.length = 0
    const { status, code = '' } = await server.order('PUT target/adjust', adjustment)
    if (status !== 200) refused[code] = (refused[code] ?? 0) + 1
    wrongDevice += wire.commands.filter(({ to }) => to !== wire.address).length
    progress(count + 1, times)
  }
  const refusals = Object.values(refused).reduce((sum, count) => sum + count, 0)
  const figures = { moves: times, wrongDevice, refused }
  cases.judge('nothing is sent to another device', wrongDevice === 0, figures)
  cases.judge(
    'the pilot is steered at its new address',
    refusals <= Math.max(1, times * mostRefused),
    figures,
  )
  return figures
}
