import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'

/** Changes the network of a machine. */
export const ip = (...words: readonly string[]): void => void execFileSync('ip', words, { stdio: 'ignore' })

const run = (machine: string, words: readonly string[]): string => {
  const { stdout, stderr, status } = spawnSync('ip', ['netns', 'exec', machine, ...words], {
    timeout: 90_000,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return stdout
}

/** Two machines in one network, each in a network namespace of its own. */
export class Harbour implements Disposable {
  readonly boat = `md-boat-${process.pid}`
  readonly phone = `md-phone-${process.pid}`

  constructor() {
    for (const machine of [this.boat, this.phone]) ip('netns', 'add', machine)
    ip(
      'link',
      'add',
      'wlan0',
      'netns',
      this.boat,
      'type',
      'veth',
      'peer',
      'name',
      'wlan0',
      'netns',
      this.phone,
    )
    for (const machine of [this.boat, this.phone])
      for (const device of ['lo', 'wlan0']) ip('-n', machine, 'link', 'set', device, 'up')
    ip('-n', this.boat, 'addr', 'add', '192.168.77.5/24', 'dev', 'wlan0')
    ip('-n', this.phone, 'addr', 'add', '192.168.77.20/24', 'dev', 'wlan0')
  }

  /** Runs a program of the phone; returns what it prints. */
  onPhone(...words: readonly string[]): string {
    return run(this.phone, words)
  }

  /** Runs a program of the boat; returns what it prints. */
  onBoat(...words: readonly string[]): string {
    return run(this.boat, words)
  }

  [Symbol.dispose](): void {
    for (const machine of [this.boat, this.phone]) spawnSync('ip', ['netns', 'del', machine])
  }
}

/** Why a harbour cannot be made here; false when it can. */
export const reasonToSkip = (): string | false => {
  const name = `md-try-${process.pid}`
  const { status, stderr, error } = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' })
  if (status !== 0) return `network namespaces are not available: ${error?.message ?? stderr.trim()}`
  spawnSync('ip', ['netns', 'del', name])
  return false
}
