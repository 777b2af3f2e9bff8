import { LaunchedPlugin, type LaunchOptions, type Sandbox } from '@marinedata/plugin-api/host'
import { MarineDataError } from '@marinedata/model'
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/** The result of one attempt, as reported by the attack. */
export interface Outcome {
  readonly attempt: string
  readonly outcome: string
}

export interface AttackOptions {
  readonly sandbox: Sandbox
  readonly manifest?: LaunchOptions['manifest']
  /** The settings that the owner has chosen. */
  readonly chosen?: LaunchOptions['chosen']
}

const patienceMs = 60_000
const secretBytes = 12

const nobodyHome = new Proxy({} as LaunchOptions['handlers'], {
  get: () => () => {
    throw new MarineDataError('not-found', 'Nobody is here')
  },
})

/** Every file below a folder with its type and contents. */
const contentOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const entry = lstatSync(join(folder, name))
      const content = entry.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
        : ''
      return `${name} ${entry.mode} ${content}`
    })

const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** A data folder with secrets, a process that stands for the server, and listening sockets. */
export class AttackedMachine implements AsyncDisposable {
  readonly secret = `secret-${randomBytes(secretBytes).toString('hex')}`
  readonly #folder: string
  readonly #victim: ChildProcess
  readonly #doors: Server[] = []
  readonly #stack = new AsyncDisposableStack()
  /** A marker by which processes started by the attack are found. */
  readonly #mark = `86400.${process.pid}${Date.now() % 100_000}`
  #knocks = 0
  #before: string[] = []

  private constructor(parent: string) {
    this.#folder = mkdtempSync(join(parent, 'marinedata-hostile-'))
    this.#stack.defer(() => rmSync(this.#folder, { recursive: true, force: true }))
    this.#victim = spawn('sleep', ['3600'], { stdio: 'ignore' })
    this.#stack.defer(async () => {
      const { exitCode, signalCode } = this.#victim
      if (exitCode !== null || signalCode !== null) return
      const ended = once(this.#victim, 'exit')
      this.#victim.kill('SIGKILL')
      await ended
    })
  }

  /** @param parent the folder in which the data folder is created */
  static async make(parent = tmpdir()): Promise<AttackedMachine> {
    const machine = new AttackedMachine(parent)
    machine.#furnish()
    for (const address of [machine.#socket, `\0${machine.#abstract}`, 0]) await machine.#open(address)
    return machine
  }

  get boatFolder(): string {
    return join(this.#folder, 'boat')
  }

  /** A folder with a secret outside the data folder. */
  get outside(): string {
    return join(this.#folder, 'outside')
  }

  /** Runs an attack to its end as an installed plugin; returns its reports. */
  async attacked(attack: string, { sandbox, manifest = {}, chosen = {} }: AttackOptions): Promise<Outcome[]> {
    const folder = join(this.boatFolder, 'plugins', 'evil')
    const name = basename(attack)
    copyFileSync(join(import.meta.dirname, 'attacks', name), join(folder, name))
    writeFileSync(
      join(folder, 'order.json'),
      JSON.stringify({ ...this.#order(), isBoxed: 'bwrap' in sandbox }),
    )
    this.#before = contentOf(this.#folder)
    const ownFolder = join(this.boatFolder, 'plugin-data', 'evil')
    const outcomes: Outcome[] = []
    const launched = new LaunchedPlugin({
      name: 'evil',
      program: { folder, entry: join(folder, name), manifest: undefined },
      manifest,
      chosen,
      place: { sandbox, boatFolder: this.boatFolder, ownFolder },
      handlers: nobodyHome,
      events: {
        noise: () => undefined,
        tooLarge: () => undefined,
        malformed: () => undefined,
        stderrLine: (line) => outcomes.push(outcomeIn(line)),
      },
    })
    const gone = launched.ended.then(({ stderrTail }) => stderrTail)
    for (const end = performance.now() + patienceMs; outcomes.at(-1)?.attempt !== 'end'; await sleep(10))
      if (performance.now() > end) break
    await sleep(200)
    launched.kill()
    await gone
    return outcomes
  }

  /** The effects of the attack on the machine, as sentences; empty when there are none. */
  harm(): string[] {
    const after = contentOf(this.#folder)
    const isOwn = (line: string): boolean => line.startsWith('boat/plugin-data/evil')
    const changed = [
      ...after.filter((line) => !this.#before.includes(line)),
      ...this.#before.filter((line) => !after.includes(line)),
    ]
    return [
      ...changed.filter((line) => !isOwn(line)).map((line) => `changed: ${line}`),
      ...(this.#knocks > 0 ? [`${this.#knocks} connections`] : []),
      ...this.#victimHarm(),
      ...this.#leftRunning().map((pid) => `process ${pid} was left running`),
    ]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const pid of this.#leftRunning()) process.kill(Number(pid), 'SIGKILL')
    for (const door of this.#doors) door.close()
    await this.#stack[Symbol.asyncDispose]()
  }

  get #socket(): string {
    return join(this.boatFolder, 'door.sock')
  }

  get #abstract(): string {
    return `marinedata-${this.#mark}`
  }

  #order(): object {
    const tcp = this.#doors.map((door) => door.address()).find((address) => typeof address === 'object')
    return {
      files: [
        'boat/marinedata.db',
        'boat/secret.json',
        'boat/plugin-data/other/secret.json',
        'outside/secret.json',
        'boat-before-restore-20261119T120000Z/secret.json',
        'boat-restore-ready/secret.json',
      ].map((name) => join(this.#folder, name)),
      folder: this.boatFolder,
      socket: this.#socket,
      abstract: this.#abstract,
      // A listening TCP server has such an address.
      port: (tcp as AddressInfo).port,
      victim: this.#victim.pid,
      others: [this.#victim.pid],
      mark: this.#mark,
    }
  }

  #furnish(): void {
    for (const name of ['boat/plugins/evil', 'boat/plugin-data/evil'])
      mkdirSync(join(this.#folder, name), { recursive: true })
    const restored = ['boat-before-restore-20261119T120000Z', 'boat-restore-ready']
    const places = ['boat', 'boat/plugin-data/other', 'outside', ...restored]
    for (const name of places) mkdirSync(join(this.#folder, name), { recursive: true })
    for (const name of places)
      writeFileSync(join(this.#folder, name, 'secret.json'), JSON.stringify({ secret: this.secret }))
    using database = new DatabaseSync(join(this.boatFolder, 'marinedata.db'))
    database.exec(`CREATE TABLE secret (value TEXT); INSERT INTO secret VALUES ('${this.secret}')`)
    writeFileSync(
      join(this.boatFolder, 'plugins', 'evil', 'package.json'),
      JSON.stringify({ name: 'evil', type: 'module' }),
    )
  }

  async #open(address: string | number): Promise<void> {
    const door = createServer((line) => {
      this.#knocks++
      line.on('error', () => undefined).end()
    })
    this.#doors.push(door)
    if (typeof address === 'number') door.listen(address, '127.0.0.1')
    else door.listen(address)
    await once(door, 'listening')
  }

  #victimHarm(): string[] {
    const { pid, exitCode, signalCode } = this.#victim
    if (exitCode !== null || signalCode !== null || pid === undefined)
      return [`the server ended by ${signalCode}`]
    const stat = statOf(pid)
    return [
      ...(stat[0] === 'T' || stat[0] === 't' ? ['the server is stopped'] : []),
      ...(stat[16] === statOf(process.pid)[16] ? [] : [`the server has priority ${stat[16]}`]),
    ]
  }

  #leftRunning(): string[] {
    return readdirSync('/proc').filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(this.#mark)
      } catch {
        return false
      }
    })
  }
}

const outcomeIn = (line: string): Outcome => {
  try {
    return JSON.parse(line) as Outcome
  } catch {
    return { attempt: 'said', outcome: line }
  }
}
