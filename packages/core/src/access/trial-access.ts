import { ManualClock } from '#manual-clock.ts'
import { Access } from './access.ts'
import { MemoryAccessStore } from './memory-access-store.ts'
import type { Lock, Secrets } from './records.ts'

/** Secrets that are counted instead of drawn, and seals that cost nothing: for tests. */
export class CountedSecrets implements Secrets {
  /** What pass-phrases were tried on, in order. */
  readonly locks: Lock[] = []
  /** Sealing and opening wait for this. */
  delay: Promise<unknown> = Promise.resolve()
  #count = 0

  random(): string {
    return this.#next().padStart(16, '0').padEnd(43, '-')
  }

  code(): string {
    return this.#next().padStart(10, 'A')
  }

  digits(): string {
    return this.#next().padStart(6, '0')
  }

  digest(text: string): string {
    return `digest of ${text}`
  }

  isSame(one: string, other: string): boolean {
    return one === other
  }

  async seal(passphrase: string): Promise<string> {
    await this.delay
    return `seal of ${passphrase}`
  }

  async opens(passphrase: string, lock: Lock): Promise<boolean> {
    this.locks.push(lock)
    await this.delay
    return lock.sealed === `seal of ${passphrase}`
  }

  #next(): string {
    return String(++this.#count)
  }
}

export const trialPassphrase = 'a following wind tonight'

/** A boat whose time stands still, and that nobody owns yet. */
export const trialAccess = () => {
  const clock = new ManualClock()
  const store = new MemoryAccessStore()
  const secrets = new CountedSecrets()
  return { clock, store, secrets, access: new Access({ clock, store, secrets }) }
}

/** The same with an owner, Anna, at 10.0.0.1. */
export const claimedAccess = async () => {
  const trial = trialAccess()
  const code = trial.access.claim.code ?? ''
  const anna = await trial.access.people.claim(
    { code, name: 'Anna', passphrase: trialPassphrase },
    '10.0.0.1',
  )
  return { ...trial, anna }
}
