import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** For every start and every command; generous for a busy machine. */
export const limitMs = 120_000

const main = join(import.meta.dirname, '..', '..', 'packages', 'server', 'dist', 'cli', 'main.js')

export interface RunningServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

export interface Ended {
  readonly code: number | null
  readonly text: string
  readonly milliseconds: number
}

/** Runs the built program; disposing kills what still runs. */
export class Programs implements Disposable {
  readonly #running = new Set<ChildProcess>()

  #start(args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    return child
  }

  /** Runs a command to its end, or kills it after some time. */
  async run(args: readonly string[], killAfterMs: number = limitMs): Promise<Ended> {
    const beganAt = performance.now()
    const child = this.#start(args)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => (text += part.toString()))
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
    const [code] = (await once(child, 'close')) as [number | null]
    clearTimeout(timer)
    return { code, text, milliseconds: Math.round(performance.now() - beganAt) }
  }

  /** Runs a command that must succeed; resolves with its duration in milliseconds. */
  async must(...args: readonly string[]): Promise<number> {
    const { code, text, milliseconds } = await this.run(args)
    assert.equal(code, 0, `${args.join(' ')}: ${text}`)
    return milliseconds
  }

  /** Starts a server and waits until it listens. */
  async serve(folder: string): Promise<RunningServer> {
    const child = this.#start(['--port', '0', '--data', folder])
    const ended = once(child, 'exit')
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => (text = (text + part.toString()).slice(-20_000)))
    const deadline = performance.now() + limitMs
    const address = (): string | undefined => /listening on (\S+)/.exec(text)?.[1]
    for (; address() === undefined; await sleep(50))
      assert.ok(performance.now() < deadline && child.exitCode === null, `The server did not start: ${text}`)
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM')
      await ended
    }
    return { url: address() ?? '', stop }
  }

  [Symbol.dispose](): void {
    for (const child of this.#running) child.kill('SIGKILL')
  }
}
