import { definePlugin, MarineDataError, runPlugin, Type } from '#index.ts'
import type { AlertChannelReport } from '@marinedata/model'

const flaws = [
  'none',
  'waits for the delivery before it answers',
  'never reports',
  'reports once for each call',
  'refuses the end of an unknown call',
  'takes one call at a time',
  'reports on another call',
  'says what it likes',
] as const

const to = 'Bell'
const deliveryMs = 50
/** Longer than the server waits for the answer to a command. */
const slowDeliveryMs = 1_400

/** Wrong on purpose, in one way at a time. Without a flaw, a minimal channel for alarms. */
const plugin = definePlugin({
  name: 'flawed-channel',
  version: '1.0.0',
  description: 'A channel for alarms with at most one flaw',
  settings: Type.Object({ flaw: Type.Enum([...flaws], { default: 'none' }) }),
  provides: ['alert-channel'],
  start: async (boat, { flaw }) => {
    const open = new Set<string>()
    const reported = new Set<string>()
    const receiptOf = (call: string): AlertChannelReport => {
      if (flaw === 'reports on another call')
        return { call: `${call}-of-another-boat`, to, state: 'delivered' }
      // The types do not let this state through.
      if (flaw === 'says what it likes') return { call, to, state: 'rung' } as unknown as AlertChannelReport
      return { call, to, state: 'delivered' }
    }
    const deliver = async (call: string): Promise<void> => {
      if (flaw === 'never reports' || (flaw === 'reports once for each call' && reported.has(call))) return
      reported.add(call)
      await channel.report(receiptOf(call))
    }
    const channel = await boat.registerDevice(
      { id: 'bell', kind: 'alert-channel', details: { label: to } },
      async (command) => {
        const { id } = command.input
        if (command.name === 'quiet') {
          const isKnown = open.delete(id)
          if (!isKnown && flaw === 'refuses the end of an unknown call')
            throw new MarineDataError('not-found', `There is no call "${id}"`)
          return
        }
        if (flaw === 'takes one call at a time' && open.size > 0)
          throw new MarineDataError('busy', 'One call after the other')
        open.add(id)
        if (flaw === 'waits for the delivery before it answers') {
          await new Promise((resolve) => setTimeout(resolve, slowDeliveryMs))
          await deliver(id)
          return
        }
        setTimeout(() => void deliver(id), deliveryMs)
      },
    )
  },
})

if (import.meta.main) await runPlugin(plugin)
