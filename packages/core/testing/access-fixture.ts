import { ManualClock } from '#manual-clock.ts'
import { Access } from '../src/access/access.ts'
import { MemoryAccessStore } from '../src/access/memory-access-store.ts'
import type { SealedPassphrase, Secrets } from '../src/access/records.ts'

/** Predictable secrets and fast hashes, for tests. */
export class CountedSecrets implements Secrets {
  /** The hashes that pass-phrases were verified against, in order. */
  readonly verified: SealedPassphrase[] = []
  /** Hashing and verifying wait for this. */
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

  async verify(passphrase: string, sealedPassphrase: SealedPassphrase): Promise<boolean> {
    this.verified.push(sealedPassphrase)
    await this.delay
    return sealedPassphrase.sealed === `seal of ${passphrase}`
  }

  #next(): string {
    return String(++this.#count)
  }
}

export const fixturePassphrase = 'a following wind tonight'

/** Access without an owner, on a manual clock. */
export const accessFixture = () => {
  const clock = new ManualClock()
  const store = new MemoryAccessStore()
  const secrets = new CountedSecrets()
  return { clock, store, secrets, access: new Access({ clock, store, secrets }) }
}

/** Access with the owner Anna, at 10.0.0.1. */
export const claimedAccess = async () => {
  const fixture = accessFixture()
  const code = fixture.access.claim.code ?? ''
  const anna = await fixture.access.people.claim(
    { code, name: 'Anna', passphrase: fixturePassphrase },
    '10.0.0.1',
  )
  return { ...fixture, anna }
}
