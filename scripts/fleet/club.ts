import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fleetHost, makeCertificate } from './certificate.ts'
import { FleetProgram } from './fleet-program.ts'
import { freePorts, natsProgram } from './nats-cluster.ts'
import { recordedLog, TrialVoyage } from './trial-voyage.ts'

/** The own vessel of the plugins' test kit. */
export const clubVessel = 'urn:mrn:imo:mmsi:230099999'
const uplink = join(import.meta.dirname, '..', '..', 'plugins', 'uplink')

/** The fleet of a club, as its operator runs it: `marinedata-fleet all` with a NATS server of its own. */
export class Club implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-club-'))
  readonly settings = join(this.folder, 'settings.json')
  #program: FleetProgram | undefined

  /** Writes the settings, with further ones, also of the gateway. */
  static async create(
    more: Readonly<Record<string, unknown>> = {},
    ofGateway: Readonly<Record<string, unknown>> = {},
  ): Promise<Club> {
    const club = new Club()
    makeCertificate(club.folder)
    // The same after a restart: boats know the address.
    const [port, gateway] = await freePorts(2)
    const settings = {
      folder: 'data',
      nats: { program: natsProgram(), port },
      gateway: {
        host: '127.0.0.1',
        port: gateway,
        name: fleetHost,
        certificate: 'certificate.pem',
        key: 'key.pem',
        liveSeconds: 1,
        ...ofGateway,
      },
      reader: { port: 0 },
      logLevel: 'warn',
      ...more,
    }
    writeFileSync(club.settings, JSON.stringify(settings))
    return club
  }

  get program(): FleetProgram {
    if (this.#program === undefined) throw new Error('The club has not started')
    return this.#program
  }

  async start(): Promise<void> {
    this.#program = await FleetProgram.start('all', this.settings)
  }

  /** Runs a command of the operator and returns what it printed. */
  async operate(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await FleetProgram.run(...words, '--settings', this.settings)
    if (code !== 0) throw new Error(`"${words.join(' ')}" ended with code ${code}: ${stderr}`)
    return stdout.trim()
  }

  /** Asks the reader. */
  async ask(path: string, token: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const response = await fetch(`http://127.0.0.1:${this.program.portOf('reader')}${path}`, {
      signal: AbortSignal.timeout(30_000),
      headers: { authorization: `Bearer ${token}` },
    })
    return { status: response.status, body: await response.json() }
  }

  /** A boat with the real plugin, which joins with the code. */
  async boat(code: string, settings: Readonly<Record<string, unknown>> = {}): Promise<ClubBoat> {
    return await ClubBoat.start(join(this.folder, 'boat'), {
      fleet: `https://127.0.0.1:${this.program.portOf('gateway')}`,
      code,
      host: fleetHost,
      certificate: join(this.folder, 'certificate.pem'),
      tariff: 'wifi',
      ...settings,
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#program?.stop()
    await this.#program?.[Symbol.asyncDispose]()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A boat of the club: the plugin, and the log that it copies. */
export class ClubBoat implements AsyncDisposable {
  readonly #voyage: TrialVoyage
  readonly plugin: StartedPlugin

  private constructor(voyage: TrialVoyage, plugin: StartedPlugin) {
    this.#voyage = voyage
    this.plugin = plugin
  }

  /** @param folder kept when the boat ends, so that it can start again */
  static async start(folder: string, settings: Readonly<Record<string, unknown>>): Promise<ClubBoat> {
    const [log, own] = [join(folder, 'log'), join(folder, 'plugin')]
    for (const path of [log, own]) mkdirSync(path, { recursive: true })
    const voyage = new TrialVoyage(log)
    voyage.sail(120_000)
    return new ClubBoat(
      voyage,
      await startPlugin(uplink, { folder: own, log: recordedLog(voyage.log), settings }),
    )
  }

  /** Values of the boat. */
  measure(path: string, value: unknown): void {
    const timestamp = new Date().toISOString()
    this.plugin.send([{ updates: [{ $source: 'gps', timestamp, values: [{ path, value }] }] }])
  }

  /** The log grows by a minute. */
  sail(): void {
    this.#voyage.sail(60_000)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.plugin[Symbol.asyncDispose]()
    this.#voyage[Symbol.dispose]()
  }
}
