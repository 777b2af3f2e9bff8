import { MarineDataClient } from '@marinedata/client'
import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { Crew } from '@marinedata/testing/boats/crew'
import { until } from '@marinedata/testing/until'

const version = '5.0.7'
const flow = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'node-red', 'boat-flow.json')
/** Longer than any stall of a machine, shorter than endless. */
const patienceMs = 180_000

/** Node-RED from npm, in a folder of its own: `NODE_RED` names one that has it already. */
class NodeRed implements AsyncDisposable {
  /** What it has printed. */
  readonly lines: string[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'node-red-'))
  #process: ChildProcess | undefined

  start(environment: Readonly<Record<string, string>>): void {
    copyFileSync(flow, join(this.#folder, 'flow.json'))
    writeFileSync(
      join(this.#folder, 'settings.js'),
      "module.exports = { uiHost: '127.0.0.1', uiPort: 0, flowFile: 'flow.json', telemetry: { enabled: false } }",
    )
    const program = join(this.#installed(), 'node_modules', 'node-red', 'red.js')
    this.#process = spawn(process.execPath, [program, '--userDir', this.#folder], {
      // Our options are for our sources.
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    assert.ok(this.#process.stdout !== null)
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.lines.push(line))
  }

  /** What a debug node has printed, in order. */
  printed(name: string): string[] {
    // It prints an object, and null, on a line of its own.
    return this.lines.flatMap((line, index) => {
      const [, text] = line.split(`[debug:${name}]`)
      return text === undefined ? [] : [text.trim() || (this.lines[index + 1] ?? '')]
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process !== undefined) {
      const gone = once(this.#process, 'exit')
      this.#process.kill('SIGKILL')
      await gone
    }
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #installed(): string {
    const given = process.env['NODE_RED']
    if (given !== undefined && existsSync(join(given, 'node_modules', 'node-red'))) return given
    writeFileSync(join(this.#folder, 'package.json'), '{"private":true}')
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `node-red@${version}`]
    const { status, stderr } = spawnSync('npm', words, {
      cwd: this.#folder,
      encoding: 'utf8',
      timeout: 540_000,
    })
    assert.equal(status, 0, stderr)
    return this.#folder
  }
}

test('the flow shows values of a closed boat, unknown ones as null, and says when the boat is silent', async () => {
  await using nodeRed = new NodeRed()
  {
    await using crew = await Crew.start()
    await using stream = new MarineDataClient({ url: crew.url, token: crew.tokens.owner ?? '' }).stream({
      subscribe: 'none',
    })
    await stream.opened()
    nodeRed.start({
      BOAT_STREAM: `${crew.url.replace('http', 'ws')}/marinedata/v1/stream?subscribe=none`,
      BOAT_AUTHORIZATION: `Bearer ${crew.tokens.viewer ?? ''}`,
    })
    const send = (speed: number | null, depth: number): void => {
      const values = [
        { path: 'navigation.speedOverGround', value: speed },
        { path: 'environment.depth.belowKeel', value: depth },
      ]
      stream.send({ updates: [{ values }] })
    }
    send(3.601_111, 0)
    await until(() => nodeRed.printed('speed in knots').length > 0, Boolean, {
      what: 'the speed is shown',
      timeoutMs: patienceMs,
    })
    assert.ok(Math.abs(Number(nodeRed.printed('speed in knots')[0]) - 7) < 0.001)
    assert.equal(nodeRed.printed('depth in metres')[0], '0')
    send(null, 4.5)
    await until(() => nodeRed.printed('speed in knots').includes('null'), Boolean, {
      what: 'the unknown speed is null',
      timeoutMs: patienceMs,
    })
    await until(() => nodeRed.printed('depth in metres').includes('4.5'), Boolean, {
      what: 'the depth is shown',
      timeoutMs: patienceMs,
    })
    assert.deepEqual(nodeRed.printed('silent'), [])
  }
  await until(() => nodeRed.printed('silent').includes('The stream of the boat is silent'), Boolean, {
    what: 'the boat is silent',
    timeoutMs: patienceMs,
  })
})
