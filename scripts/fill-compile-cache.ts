import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Compiling and starting take a second; a busy machine takes longer. */
const limitMs = 60_000

/**
 * Starts the built server and stops it as soon as it listens. When it exits, it writes what it compiled into the cache
 * of its package, which every later start reads.
 * @throws when the server does not start, does not exit, or leaves no cache
 */
export const fillCompileCache = async (program: string): Promise<void> => {
  const cache = join(dirname(program), '..', '..', '.compile-cache')
  rmSync(cache, { recursive: true, force: true })
  const folder = mkdtempSync(join(tmpdir(), 'marinedata-build-'))
  try {
    // If the environment named another cache, the server would write into that one.
    const env = { ...process.env, NODE_COMPILE_CACHE: undefined }
    const args = [program, '--open', '--safe', '--port', '0', '--data', folder]
    const server = spawn(process.execPath, args, {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    })
    server.stdout.once('data', () => server.kill('SIGTERM'))
    const [code, signal] = (await once(server, 'exit')) as [number | null, NodeJS.Signals | null]
    if (code !== 0) throw new Error(`${program} ended with ${code ?? signal} when it was started once`)
    if (!existsSync(cache) || readdirSync(cache).length === 0)
      throw new Error(`${program} left no compiled code in ${cache}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
