import { definePlugin, runPlugin, Type } from '@marinedata/plugin-api'
import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rawMessage, writeRaw } from './raw-line.ts'

/** Long enough to send the response before the fault begins. */
const fuseMs = 30

const spin = (): never => {
  for (;;);
}

const never = (): Promise<never> => new Promise(() => undefined)

/** Retains memory in small steps: it answers until the heap is full. */
const hoard = async (take: () => object, pieces = Infinity): Promise<void> => {
  const kept: object[] = []
  while (kept.length < pieces) {
    kept.push(take())
    await sleep(0)
  }
  setInterval(() => kept.length, 1_000)
}

const fillHeap = (): Promise<void> =>
  hoard(() => Array.from({ length: 20 }, () => Array<number>(20_000).fill(0.5)))

const fillBuffers = (): Promise<void> => hoard(() => Buffer.alloc(30_000_000, 1), 20)

const perSecond = 10_000

/** Small valid messages: as many as are due, or as fast as the pipe accepts them. */
const flood = (): void => {
  const startedAt = performance.now()
  let sent = 0
  setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond
    for (; sent < due; sent++) writeRaw(rawMessage('status', { level: 'ok', message: `line ${sent}` }))
  }, 1)
}

const shortLines = Buffer.from('x\n'.repeat(32_768))

/** Endless short lines, as fast as the pipe accepts them. */
const floodStderr = (): void => {
  setInterval(() => {
    try {
      for (let chunk = 0; chunk < 64; chunk++) writeSync(2, shortLines)
    } catch {
      // The pipe is full.
    }
  }, 1)
}

const noise = { rounds: 12, bytes: 1_000, everyMs: 30 } as const

/** Several kinds of garbage, with valid messages in between that must arrive. */
const garble = async (): Promise<void> => {
  for (let round = 1; round <= noise.rounds; round++) {
    writeRaw(randomBytes(noise.bytes))
    writeRaw(Buffer.from('a careless print\n'.repeat(10)))
    writeRaw(
      rawMessage('status', { level: 'ok', message: round < noise.rounds ? 'a word' : 'the last word' }),
    )
    writeRaw(Buffer.from('Content-Length: 9\r\n\r\n{"half": '))
    await sleep(noise.everyMs)
  }
}

const mischief = {
  throw: () => {
    throw new Error('thrown on purpose')
  },
  exit: () => process.exit(0),
  spin,
  'fill-heap': fillHeap,
  'fill-buffers': fillBuffers,
  flood,
  'flood-stderr': floodStderr,
  garble,
} as const

const stubborn = { 'never-stop': never, 'spin-at-stop': spin } as const

const plugin = definePlugin({
  name: 'rogue',
  version: '1.0.0',
  description: 'Does what a plugin must not do',
  // From source it uses 100 MB before it begins, so its heap is full before this limit is reached.
  memory: 320,
  settings: Type.Object({ failsAtStart: Type.Boolean({ default: false }) }, { additionalProperties: false }),
  actions: {
    misbehave: {
      description: 'Does harm, and tells when it will begin',
      input: Type.Object({ how: Type.Enum(Object.keys(mischief) as (keyof typeof mischief)[]) }),
    },
    'ignore-stop': {
      description: 'From now on it does not stop when it is asked to',
      input: Type.Object({ how: Type.Enum(Object.keys(stubborn) as (keyof typeof stubborn)[]) }),
    },
    'never-answer': { description: 'Is never done' },
  },
  start: (_boat, { failsAtStart }) => {
    if (failsAtStart) throw new Error(`thrown on purpose at ${Date.now()}`)
    let stop = (): void | Promise<void> => undefined
    return {
      stop: () => stop(),
      actions: {
        misbehave: ({ how }) => {
          setTimeout(() => void mischief[how](), fuseMs)
          return { at: Date.now() + fuseMs }
        },
        'ignore-stop': ({ how }) => {
          stop = stubborn[how]
        },
        'never-answer': never,
      },
    }
  },
})

if (import.meta.main) await runPlugin(plugin)
