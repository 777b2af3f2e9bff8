import { definePlugin, MarineDataError, runPlugin, Type } from '#index.ts'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

const flaws = [
  'none',
  'offers nothing',
  'never can send',
  'answers before it writes',
  'writes twice',
  'changes the order',
  'takes any receiver',
  'passes nothing on',
  'sends seconds',
  'makes new ids',
] as const

/** Longer than the suite waits for what was answered. */
const lateMs = 1_500

/** Wrong on purpose, in one way at a time. Without a flaw, a bus whose wire is a TCP connection with a line for each message. */
const plugin = definePlugin({
  name: 'flawed-bus',
  version: '1.0.0',
  description: 'A bus with at most one flaw',
  settings: Type.Object({
    flaw: Type.Enum([...flaws], { default: 'none' }),
    port: Type.Integer({ default: 0 }),
  }),
  offers: { buses: ['test'] },
  needs: ['network'],
  start: async (boat, { flaw, port }) => {
    if (flaw === 'offers nothing') return {}
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    let count = 0
    const write = (payload: Uint8Array): void =>
      void socket.write(`${Buffer.from(payload).toString('hex')}\n`)
    const waitFor = (): number => {
      if (flaw === 'answers before it writes') return lateMs
      return flaw === 'changes the order' && count++ % 2 === 0 ? 100 : 0
    }
    const bus = await boat.offerBus(
      { id: flaw === 'makes new ids' ? `wire-${randomUUID().slice(0, 8)}` : 'wire', kind: 'test' },
      {
        send: async ({ to, payload }) => {
          if (to !== null && flaw !== 'takes any receiver')
            throw new MarineDataError('device-not-found', 'There is no such device')
          const ms = waitFor()
          if (ms === 0) write(payload)
          else setTimeout(() => write(payload), ms)
          if (flaw === 'writes twice') write(payload)
          // The order is wrong, although each message is on the wire when it is answered.
          if (flaw === 'changes the order') await new Promise((resolve) => setTimeout(resolve, ms))
        },
      },
    )
    createInterface({ input: socket }).on('line', (topic) => {
      if (flaw === 'passes nothing on') return
      const time = flaw === 'sends seconds' ? Date.now() / 1_000 : Date.now()
      bus.heard({ topic, from: null, to: null, priority: 7, payload: Uint8Array.of(1, 2), time })
    })
    await bus.update({ canSend: flaw !== 'never can send' })
    return { stop: () => void socket.destroy() }
  },
})

if (import.meta.main) await runPlugin(plugin)
