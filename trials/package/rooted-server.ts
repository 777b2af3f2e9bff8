import type { PluginReport } from '@marinedata/model'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { readTreeMemory } from '../../bench/targets/process-probe.ts'
import { defaultPlugins } from '../../packages/server/src/cli/default-plugins.ts'

/** Emulated, the server starts in most of a minute, and its plugins in some minutes. */
const limitMs = 480_000
const emulator = '/usr/bin/qemu-aarch64-static'

/** A server below a folder that is the root of another system. */
export interface RootedProgram {
  readonly root: string
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** `uid:gid`. */
  readonly user: string
  /** It is for arm64 on another machine, and qemu runs it. */
  readonly isEmulated: boolean
}

/** How the kernel recognizes a program for arm64: the first bytes of the file, and which of their bits count. */
const magic = String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`
const mask = String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`

/**
 * Runs a program in a root of its own. The mounts, and the emulator that the kernel starts for programs of arm64, are
 * those of a namespace: nothing of the machine changes. Inside the namespace, root is the only user.
 */
const script = `set -e
mkdir -p "$1/proc" "$1/dev" "$1/data" "$1/binfmt"
mount --rbind /proc "$1/proc"
mount --rbind /dev "$1/dev"
if [ "$2" = emulated ]; then
  mount -t binfmt_misc none "$1/binfmt"
  printf '%s' "$3" >"$1/binfmt/register"
  exec chroot "$1" "\${@:5}"
fi
exec chroot --userspec="$4" "$1" "\${@:5}"`

const start = ({ root, words, env, user, isEmulated }: RootedProgram): ChildProcess => {
  const namespaces = isEmulated ? ['--user', '--map-root-user', '--mount'] : ['--mount']
  const rule = `:arm64:M::${magic}:${mask}:${emulator}:F`
  const kind = isEmulated ? 'emulated' : 'native'
  return spawn('unshare', [...namespaces, 'bash', '-c', script, 'bash', root, kind, rule, user, ...words], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Resolves with the first value that is not undefined; undefined when the server ends before. */
const untilFound = async <T>(
  child: ChildProcess,
  find: () => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> => {
  for (; !hasEnded(child); await sleep(200)) {
    const found = await find()
    if (found !== undefined) return found
  }
  return undefined
}

const readPlugins = async (address: string): Promise<readonly PluginReport[]> => {
  const answer = await fetch(`${address}/marinedata/v2/api/plugins`, { signal: AbortSignal.timeout(60_000) })
  return Object.values((await answer.json()) as Readonly<Record<string, PluginReport>>)
}

/** The default plugins, when all of them run. */
const runningPlugins = async (address: string): Promise<readonly PluginReport[] | undefined> => {
  const wanted = (await readPlugins(address)).filter(({ name }) => defaultPlugins.includes(name))
  const isRunning = wanted.every(({ state }) => state === 'running')
  return isRunning && wanted.length === defaultPlugins.length ? wanted : undefined
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10

/** The address of the server, and the answer to a first request. */
const firstAnswer = async (
  child: ChildProcess,
): Promise<{ readonly address: string; readonly status: number } | undefined> => {
  let printed = ''
  child.stdout?.on('data', (text: Buffer) => (printed += text.toString()))
  const address = await untilFound(child, () => /listening on (\S+)/.exec(printed)?.[1])
  return address === undefined
    ? undefined
    : { address, status: (await fetch(`${address}/marinedata`)).status }
}

const figuresOf = (plugins: readonly PluginReport[]) => ({
  plugins: plugins.length,
  restarts: plugins.reduce((sum, { restarts }) => sum + restarts, 0),
  sandboxed: plugins.length > 0 && plugins.every(({ sandbox }) => sandbox?.active === true),
})

/** Starts a server, waits for its first answer and for its default plugins, and stops it. */
export const tryRootedServer = async (program: RootedProgram): Promise<Readonly<Record<string, unknown>>> => {
  const began = performance.now()
  const words = [...program.words, '--open', '--port', '0', '--host', '127.0.0.1']
  const child = start({ ...program, words })
  const ended = once(child, 'exit')
  const answer = await firstAnswer(child)
  if (answer === undefined) return { pass: false, reason: 'the server did not start' }
  const answerSeconds = seconds(began)
  const plugins = (await untilFound(child, () => runningPlugins(answer.address))) ?? []
  const pluginSeconds = seconds(began)
  const memory = plugins.length > 0 ? Math.round(readTreeMemory(child.pid ?? 0).proportionalMb) : Number.NaN
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  // Emulated, an orderly stop can take longer than the server allows itself, and then it exits with 1.
  const hasStopped = code === 0 || (program.isEmulated && code === 1)
  return {
    pass: answer.status === 200 && plugins.length > 0 && hasStopped,
    status: answer.status,
    code,
    answerSeconds,
    pluginSeconds,
    ...figuresOf(plugins),
    proportionalMegabytes: memory,
  }
}
