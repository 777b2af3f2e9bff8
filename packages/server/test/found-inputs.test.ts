import assert from 'node:assert/strict'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { suite, test } from 'node:test'
import { BoatStore } from '../src/storage/boat-store.ts'
import { SerialPorts } from './serial-boat.ts'
import { startCli, switchOffUsual, temporaryFolder } from '@marinedata/testing/boats/start-cli'
import { until } from '@marinedata/testing/until'

const limit = { timeout: 300_000 }
const main = new URL('../src/cli/main.ts', import.meta.url).pathname

/** Disables all built-in plugins but the one that finds inputs, which searches a test folder for ports. */
const prepare = async (folder: string, ports: SerialPorts): Promise<void> => {
  switchOffUsual(folder)
  await ports.prepare(folder)
  using store = new BoatStore(folder)
  void store.plugins.decide('nmea0183', { isEnabled: true })
}

/** The command in a pseudo terminal. */
class Terminal implements AsyncDisposable {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #ended: Promise<[number | null]>
  #text = ''

  constructor(folder: string) {
    const command = [process.execPath, '--conditions=@marinedata/source', main, '--open', '--port', '0']
    const words = [...command, '--data', folder].map((word) => `'${word}'`).join(' ')
    this.#child = spawn('script', ['--quiet', '--return', '--command', words, '/dev/null'])
    this.#ended = once(this.#child, 'exit') as Promise<[number | null]>
    this.#child.stdout.on('data', (chunk: Buffer) => (this.#text += chunk.toString()))
  }

  async shows(pattern: RegExp): Promise<void> {
    await until(
      () => this.#text,
      (text) => pattern.test(text),
    )
  }

  press(key: string): void {
    this.#child.stdin.write(key)
  }

  /** The exit code of the command. */
  async ended(): Promise<number | null> {
    const [code] = await this.#ended
    return code
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}

suite('found inputs in the terminal', { concurrency: 2 }, () => {
  test('a number key enables a found input, and Ctrl-C still stops the server', limit, async () => {
    await using ports = await SerialPorts.make()
    await using folder = await temporaryFolder()
    await prepare(folder.path, ports)
    await ports.plugIn('gps')
    await using terminal = new Terminal(folder.path)
    await terminal.shows(/^Found {2}1 {2}\/dev\/pts\/\d+ {3}NMEA 0183, 38400 baud {3}press 1 to use\r?$/m)
    terminal.press('7')
    terminal.press('1')
    await terminal.shows(/^In use {2}\/dev\/pts\/\d+ {3}NMEA 0183, 38400 baud\r?$/m)
    terminal.press('\u0003')
    assert.equal(await terminal.ended(), 0)
  })

  test('Ctrl-C stops the server while it reads keys', limit, async () => {
    await using ports = await SerialPorts.make()
    await using folder = await temporaryFolder()
    await prepare(folder.path, ports)
    await ports.plugIn('gps')
    await using terminal = new Terminal(folder.path)
    await terminal.shows(/press 1 to use/)
    terminal.press('\u0003')
    assert.equal(await terminal.ended(), 0)
  })

  test('without a terminal an input is logged as one JSON line', limit, async () => {
    await using ports = await SerialPorts.make()
    await using folder = await temporaryFolder()
    await prepare(folder.path, ports)
    await ports.plugIn('gps', { speed: 4_800 })
    await using boat = await startCli({ folder: folder.path, hasPlugins: true })
    const line = await boat.printed(/^(\{"found".*\})$/m)
    const { found } = JSON.parse(line) as { readonly found: Readonly<Record<string, unknown>> }
    const { plugin, id, protocol, speed, chosen } = found
    assert.deepEqual(
      { plugin, id, protocol, speed, chosen },
      { plugin: 'nmea0183', id: ports.idOf('gps'), protocol: 'NMEA 0183', speed: 4_800, chosen: false },
    )
    assert.doesNotMatch(boat.stdout(), /press/)
  })
})
