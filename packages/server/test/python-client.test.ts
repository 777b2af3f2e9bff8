import { MarineDataClient } from '@marinedata/client'
import type { Pairing } from '@marinedata/model'
import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { accessApi, Crew } from '@marinedata/testing/boats/crew'
import { PilotBoat } from '@marinedata/testing/boats/pilot-boat'
import { pythonClient, pythonWithWebSockets } from '@marinedata/testing/python'

const limit = { timeout: 300_000 }
const environment = { ...process.env, PYTHONPATH: pythonClient, PYTHONDONTWRITEBYTECODE: '1' }

const run = async (name: string, ...words: readonly string[]): Promise<string> => {
  const file = join(pythonClient, 'tests', name)
  const options = { env: environment, timeout: limit.timeout }
  return (await promisify(execFile)(pythonWithWebSockets(), [file, ...words], options)).stdout.trim()
}

/** A running Python program, whose lines are read in order. */
class PythonProgram implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<null, Readable, null>
  readonly #lines: AsyncIterator<string>

  constructor(words: readonly string[]) {
    this.#child = spawn(pythonWithWebSockets(), words, {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
  }

  async line(): Promise<string | undefined> {
    const next = await this.#lines.next()
    return next.done === true ? undefined : next.value
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}

test('every type of the Python client resolves', limit, async () => {
  const [shapes = 0, methods = 0] = (await run('check_types.py')).split(' ').map(Number)
  assert.ok(shapes > 100 && methods > 120, `${shapes} shapes, ${methods} methods`)
})

test('a Python program reads, steers and handles problems', limit, async () => {
  await using boat = await PilotBoat.start()
  assert.deepEqual(JSON.parse(await run('use_boat.py', boat.url)), {
    speed: 'simulator.gps',
    turned: 0.175,
    unit: 'unknown-units',
    alert: 'acknowledged',
    waypoint: 'Home / sauna',
    plugin: 'plugin-not-found',
    history: 'no-history-provider',
    missing: 'not-found',
    audit: 1,
    pattern: 'invalid-message',
    dots: 'refused',
    nobody: 'no response',
  })
})

test('a page of another program is no response of the boat', limit, async () => {
  const server = createServer((_request, response) => response.end('<html>Sign in to the marina</html>'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    // A TCP server always has an address with a port.
    const { port } = server.address() as AddressInfo
    assert.match(
      await run('ask_another.py', `http://127.0.0.1:${port}`),
      /^http:.* did not respond with JSON: is there a sign-in page in between\?$/,
    )
  } finally {
    server.close()
  }
})

test('a Python program follows a value over a restart of the server', limit, async ({ signal }) => {
  await using crew = await Crew.start()
  const say = async (value: number): Promise<void> => {
    const client = new MarineDataClient({ url: crew.url, token: crew.tokens.device ?? '' })
    await using stream = client.stream({ subscribe: 'none', signal })
    await stream.opened({ timeoutMs: limit.timeout })
    assert.ok(stream.send({ updates: [{ values: [{ path: 'environment.depth.belowKeel', value }] }] }))
  }
  const file = join(pythonClient, 'tests', 'follow.py')
  await using program = new PythonProgram([file, crew.url, crew.tokens.viewer ?? ''])
  assert.equal(await program.line(), 'following')
  await say(1)
  assert.equal(await program.line(), '1')
  await crew.boat.restart()
  await say(3)
  assert.equal(await program.line(), '3')
  assert.equal(await program.line(), undefined)
})

test('a Python program pairs in one call', limit, async () => {
  await using crew = await Crew.start()
  const code = [
    'import sys',
    'from marinedata import Boat',
    "boat = Boat.pair(sys.argv[1], 'Python app', lambda digits: print(digits, flush=True))",
    "print(boat.access.me()['roles'], boat.token[:4])",
  ]
  await using program = new PythonProgram(['-c', code.join('\n'), crew.url])
  const digits = await program.line()
  const [asked] = await crew.must<Pairing[]>(`GET ${accessApi}/pairings`)
  await crew.must(`POST ${accessApi}/pairings/${asked!.id}/approve`, { digits, role: 'viewer' })
  assert.equal(await program.line(), "['viewer'] mdt_")
})
