import { MarineDataError } from '@marinedata/model'
import type { Boat, StatusLevel } from '@marinedata/plugin-api'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { BoatTopics } from './boat-topics.ts'
import { BrokerClient, type ConnectionState } from './broker/broker-client.ts'
import type { Broker } from './broker/broker-connection.ts'
import { PublishedBefore, type Place } from './published-before.ts'
import { PublishedPaths } from './published-paths.ts'
import type { Settings } from './settings.ts'
import { statusTopicOf } from './topic-layout.ts'

const tickMs = 250
const saveMs = 5_000
/** By then the server has sent the present values: what is still missing is unknown. */
const settleMs = 2_000

const defaultPorts: Readonly<Record<string, number>> = { 'mqtt:': 1883, 'mqtts:': 8883 }

const text = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : await readFile(file, 'utf8')

const tlsOf = async (settings: Settings, hostname: string): Promise<NonNullable<Broker['tls']>> => {
  const [ca, cert, key] = await Promise.all([
    text(settings.certificate),
    text(settings.clientCertificate),
    text(settings.clientKey),
  ])
  if ((cert === undefined) !== (key === undefined))
    throw new MarineDataError('invalid-settings', 'Set both "clientCertificate" and "clientKey", or neither')
  // An address is no name of a server (RFC 6066): then the certificate must have the address.
  const servername = settings.host ?? (isIP(hostname) === 0 ? hostname : undefined)
  return {
    ...(servername !== undefined && { servername }),
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
  }
}

const brokerOf = async (address: string, settings: Settings, clientId: string): Promise<Broker> => {
  const { protocol, hostname, port } = new URL(address)
  const { username, password } = settings
  return {
    host: hostname,
    port: port === '' ? (defaultPorts[protocol] ?? 1883) : Number(port),
    ...(protocol === 'mqtts:' && { tls: await tlsOf(settings, hostname) }),
    clientId,
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
  }
}

const timeText = (at: Date): string => `${at.toISOString().slice(11, 16)} UTC`

/** The values of the boat at the broker, and what people see of it. */
export class MqttPublication {
  readonly #boat: Boat
  readonly #place: Place
  readonly #paths: PublishedPaths
  readonly #host: string
  readonly #client: BrokerClient
  readonly #topics: BoatTopics
  readonly #before: PublishedBefore
  readonly #timers: NodeJS.Timeout[] = []
  #connection: ConnectionState | undefined
  #lostAt: Date | undefined
  #shown = ''

  private constructor(
    boat: Boat,
    settings: Settings,
    { broker, address, version }: { broker: Broker; address: string; version: string },
  ) {
    const { topic, discoveryTopic, homeAssistant } = settings
    this.#boat = boat
    this.#place = { broker: address, topic, discoveryTopic }
    this.#host = broker.host
    this.#paths = new PublishedPaths(settings.paths, settings.period)
    this.#before = new PublishedBefore(boat.storage)
    const layout = {
      prefix: topic,
      discovery: discoveryTopic,
      boatId: boat.self.slice(boat.self.indexOf('.') + 1).replaceAll(/[^A-Za-z0-9]/g, '_'),
    }
    this.#client = new BrokerClient({
      broker,
      statusTopic: statusTopicOf(layout),
      onState: (state) => this.#changed(state),
    })
    this.#topics = new BoatTopics({
      paths: this.#paths,
      layout,
      isDiscovered: homeAssistant,
      version,
      set: (name, payload) => this.#client.set(name, payload),
    })
  }

  /** @throws MarineDataError `invalid-settings`; the error of a file that cannot be read */
  static async create(
    boat: Boat,
    settings: Settings,
    { broker: address, version }: { readonly broker: string; readonly version: string },
  ): Promise<MqttPublication> {
    // 23 letters and digits are the most that every broker accepts.
    const clientId = `boat${createHash('sha256').update(boat.self).digest('hex').slice(0, 16)}`
    const broker = await brokerOf(address, settings, clientId)
    return new MqttPublication(boat, settings, { broker, address, version })
  }

  async start(): Promise<void> {
    this.#boat.status('warning', `Connecting to ${this.#host}`)
    const before = await this.#before.load()
    const subscribe = [{ path: 'name' }, ...this.#paths.subscriptions]
    await this.#boat.subscribe({ subscribe }, (delta) => this.#topics.handle(delta))
    this.#timers.push(
      setTimeout(() => {
        if (before?.place.broker === this.#place.broker) this.#topics.reconcile(before.place, before.paths)
        this.#client.start()
      }, settleMs),
      setInterval(() => this.#tick(), tickMs),
      setInterval(() => this.#save(), saveMs),
    )
  }

  /** Takes at most a second. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all([this.#client.stop(), this.#before.save(this.#place, this.#topics.paths)])
  }

  #tick(): void {
    this.#topics.tick()
    this.#show()
  }

  #save(): void {
    this.#before
      .save(this.#place, this.#topics.paths)
      .catch((error: unknown) => this.#boat.log.warn(`Published paths are not saved: ${String(error)}`))
  }

  #changed(state: ConnectionState): void {
    if (state.isConnected) this.#lostAt = undefined
    else this.#lostAt ??= new Date()
    this.#connection = state
    this.#show()
  }

  /** Shows the state, if it has changed. */
  #show(): void {
    if (this.#connection === undefined) return
    const [level, message] = this.#status(this.#connection)
    if (message === this.#shown) return
    this.#shown = message
    this.#boat.status(level, message)
  }

  #status({ isConnected, reason = '' }: ConnectionState): readonly [StatusLevel, string] {
    if (!isConnected) {
      const since = this.#lostAt === undefined ? '' : ` since ${timeText(this.#lostAt)}`
      return [
        'error',
        `Not connected to the broker ${this.#host}${since}: ${reason}. The newest values are sent when it is back`,
      ]
    }
    const { liveCount, leftOutCount } = this.#topics
    if (leftOutCount > 0)
      return [
        'warning',
        `Connected to ${this.#host}; ${leftOutCount} paths are not published: there are too many, or their value is too large`,
      ]
    return ['ok', `Connected to ${this.#host}; publishes ${liveCount} paths`]
  }
}
