import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { endOfLink, linkError } from './link.ts'
import { PacedStream, writeBounded } from './paced-stream.ts'

/** Ten times what a full bus sends as text. */
const mostBytesPerSecond = 1_000_000
const longestReason = 200
/** A program that does not end after this time is killed. */
const endMs = 1_000

export interface ProgramEvents {
  readonly bytes?: (bytes: Buffer) => void
  readonly ended: (reason: Error) => void
}

/** A running program with bounded input. */
export interface Program extends AsyncDisposable {
  write(bytes: Uint8Array): boolean
}

export type Command = readonly [string, ...string[]]

const reasonOf = (error: Error, name: string): Error =>
  (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? linkError('EPROGRAM', `"${name}" is not installed`)
    : error

const end = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const late = new AbortController()
  void sleep(endMs, undefined, { signal: late.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  )
  await exited
  late.abort()
}

/** Starts a program without a shell. Errors are reported as its end. */
export const startProgram = ([name, ...words]: Command, { bytes, ended }: ProgramEvents): Program => {
  const child = spawn(name, words, { stdio: ['pipe', bytes === undefined ? 'ignore' : 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    if (stderr.length < longestReason) stderr += chunk.toString('latin1')
  })
  // The exit has the reason.
  child.stdin?.on('error', () => undefined)
  child.on('error', (error) => ended(reasonOf(error, name)))
  child.on('close', () => {
    const [line = ''] = stderr.trim().split('\n')
    ended(line === '' ? endOfLink() : linkError('EPROGRAM', line.slice(0, longestReason)))
  })
  const reading =
    child.stdout &&
    bytes &&
    new PacedStream(child.stdout, { bytesPerSecond: mostBytesPerSecond, onBytes: bytes })
  return {
    write: (text) => child.stdin !== null && writeBounded(child.stdin, text),
    [Symbol.asyncDispose]: async () => {
      reading?.[Symbol.dispose]()
      await end(child)
      // A program that it started may hold them open.
      for (const stream of [child.stdout, child.stderr]) stream?.destroy()
    },
  }
}
