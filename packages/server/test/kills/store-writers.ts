import assert from 'node:assert/strict'
import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { BoatStore } from '#storage/boat-store.ts'
import { person } from '#testing/person.ts'

/** One way of writing to the store, and of detecting lost writes. */
export interface StoreWriter {
  readonly name: string
  /**
   * Resolves when the write is on disk.
   * @param number unique and increasing
   */
  readonly write: (store: BoatStore, number: number) => Promise<void>
  /** The acknowledged numbers that are missing. */
  readonly lost: (store: BoatStore, acknowledged: readonly number[]) => number[]
}

const at = '2026-05-01T12:00:00.000Z'
const plugin = 'kill-nine'
const room = { keys: 10, valueBytes: 1_000, totalBytes: 10_000 }
const everything = { limit: 1_000_000, before: Number.MAX_SAFE_INTEGER }

/** For values that are overwritten: the stored one may be newer than the acknowledged one, never older. */
const olderThan = (kept: unknown, acknowledged: readonly number[]): number[] =>
  acknowledged.filter((number) => !(Number(kept) >= number))

const missingFrom = (kept: readonly unknown[], acknowledged: readonly number[]): number[] => {
  const known = new Set(kept)
  return acknowledged.filter((number) => !known.has(number))
}

/** All kinds of writes to the store. Add new kinds here. */
export const storeWriters: readonly StoreWriter[] = [
  {
    name: 'fact',
    write: (store, number) => store.saveFact(plugin, String(number)),
    lost: (store, acknowledged) => olderThan(store.readFact(plugin), acknowledged),
  },
  {
    name: 'settings of a plugin',
    write: (store, number) => store.plugins.decide(plugin, { settings: { number } }),
    lost: (store, acknowledged) =>
      olderThan(store.plugins.choice(plugin)?.settings?.['number'], acknowledged),
  },
  {
    name: 'value of a plugin',
    write: (store, number) => store.plugins.saveValues(plugin, { number, twice: number }, room),
    lost: (store, acknowledged) => {
      assert.equal(store.plugins.value(plugin, 'number'), store.plugins.value(plugin, 'twice'))
      return olderThan(store.plugins.value(plugin, 'number'), acknowledged)
    },
  },
  {
    name: 'command',
    write: (store, number) =>
      store.audit.recordCommand(
        {
          device: plugin,
          actor: person('Ada'),
          asked: { kind: 'engage' },
          before: null,
          sent: null,
          reported: null,
          outcome: 'OK',
          milliseconds: number,
        },
        at,
      ),
    lost: (store, acknowledged) =>
      missingFrom(
        store.audit.of(plugin, everything).map(({ milliseconds }) => milliseconds),
        acknowledged,
      ),
  },
  {
    name: 'token, with its entry in the audit',
    write: async (store, number) => {
      const operation = { at, operation: 'token-made', actor: person('Ada'), subject: String(number) }
      const holder = { name: 'gateway', role: 'device', paths: ['a.b'], createdAt: at } as const
      const never = {
        expiresAt: undefined,
        usedAt: undefined,
        usedFrom: undefined,
        tokenInAddress: undefined,
      }
      store.access.change(operation, (records) =>
        records.addCredential({
          id: String(number),
          kind: 'token',
          digest: `${number}`,
          ...holder,
          ...never,
        }),
      )
    },
    lost: (store, acknowledged) => {
      const kept = store.access.credentials().map(({ id }) => Number(id))
      const shown = store.audit
        .page({ ...everything, kind: 'access' })
        .map((entry) => ('subject' in entry ? Number(entry.subject) : undefined))
      // Both exist, or neither.
      assert.deepEqual(new Set(kept), new Set(shown))
      return missingFrom(kept, acknowledged)
    },
  },
]

/** Copies continuously, so that kills also interrupt copying. */
const restless = { checkMs: 5, restMs: 0 }

/** Writes until it is killed, and prints a line `writer number` for each completed write. */
const writeForEver = async (folder: string, first: number): Promise<void> => {
  using store = new BoatStore(folder)
  const fail = (fault: Error | undefined): void => {
    if (fault !== undefined) throw fault
  }
  await using _thread = store.writeInThread({ onDisk: fail, onCopy: fail, timing: restless })
  for (let number = first; ; number++) {
    for (const [index, writer] of storeWriters.entries()) {
      await writer.write(store, number)
      writeSync(1, `${index} ${number}\n`)
    }
    await turn()
  }
}

const [, , folder, first] = process.argv
if (import.meta.main && folder !== undefined) await writeForEver(folder, Number(first))
