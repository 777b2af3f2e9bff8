import { dscSymbols, type DscCall } from '@marinedata/model'
import type { Announcement, Evidence, Findings } from './evidence.ts'
import { contextOf } from './identity.ts'

const { category, format, telecommand } = dscSymbols
const nothing: Findings = { evidence: [], answers: [], announcements: [] }

/** Telecommands of calls that concern one station only. */
const privateCommands: ReadonlySet<number | undefined> = new Set([telecommand.test, telecommand.position])

const announced = ({ from }: DscCall, state: Announcement['state'], message: string): Findings => ({
  ...nothing,
  announcements: [
    { group: 'dscCall', from, context: contextOf(from), state, message: `DSC ${from}: ${message}` },
  ],
})

const distress = (call: DscCall, stamp: string): Findings => {
  const { from, casualty = from, nature, position } = call
  const isRelay = call.format !== format.distress
  const evidence: Evidence = {
    kind: 'call',
    mmsi: casualty,
    context: contextOf(casualty),
    position,
    ...(nature !== undefined && { nature }),
    ...(isRelay && { relayedBy: from }),
    stamp,
  }
  return { ...nothing, evidence: [evidence] }
}

/** A call of the category distress: the alert itself, a relay of it, or its acknowledgement. */
const readDistress = (call: DscCall, stamp: string): Findings => {
  const { from, casualty } = call
  if (call.format === format.distress) return distress(call, stamp)
  if (casualty === undefined) return nothing
  if (call.telecommand === telecommand.relay) return distress(call, stamp)
  return call.telecommand === telecommand.acknowledgement
    ? { ...nothing, answers: [{ casualty, from }] }
    : nothing
}

const readOther = (call: DscCall): Findings => {
  if (privateCommands.has(call.telecommand)) return nothing
  if (call.category === category.urgency) return announced(call, 'warn', 'urgency call, listen on channel 16')
  return call.category === category.safety
    ? announced(call, 'alert', 'safety call, listen on channel 16')
    : nothing
}

interface Hearing {
  /** The MMSI of the boat. */
  readonly own: string | undefined
  readonly stamp: string
}

/** What a DSC call says (ITU-R M.493). */
export const readCall = (call: DscCall, { own, stamp }: Hearing): Findings => {
  const isDistress = call.category === category.distress || call.format === format.distress
  if (!isDistress) return readOther(call)
  const casualty = call.format === format.distress ? call.from : call.casualty
  return own !== undefined && casualty === own
    ? announced(call, 'alert', 'names this boat as the casualty')
    : readDistress(call, stamp)
}
