import { MarineDataClient } from '@marinedata/client'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Crew } from '@marinedata/testing/boats/crew'
import { until } from '@marinedata/testing/until'

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>
  readonly value: readonly [time: number, value: string]
}

const root = join(import.meta.dirname, '..', '..', '..')
/** Longer than any stall of a machine, shorter than endless. */
const patienceMs = 120_000

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Debian's Prometheus, which collects the values of a boat as docs/grafana.md says. */
class Prometheus implements AsyncDisposable {
  readonly #folder: string
  readonly #port: number
  readonly #process

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.#port = port
    const options = [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]
    this.#process = spawn('prometheus', options, { stdio: 'ignore' })
  }

  static async start(boatUrl: string, token: string): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'prometheus-'))
    const page = await readFile(join(root, 'docs', 'grafana.md'), 'utf8')
    const [, yaml = ''] = /```yaml\n(scrape_configs:\n[\s\S]*?)```/.exec(page) ?? []
    const ours = yaml
      .replace('/etc/prometheus/boat-token', join(folder, 'boat-token'))
      .replace('localhost:3000', new URL(boatUrl).host)
      .replace('scrape_interval: 5s', 'scrape_interval: 1s')
    await writeFile(join(folder, 'boat-token'), token)
    await writeFile(join(folder, 'prometheus.yml'), ours)
    const prometheus = new Prometheus(folder, await freePort())
    await once(prometheus.#process, 'spawn')
    return prometheus
  }

  /** The answer to a query; undefined while Prometheus is not ready. */
  async query(expression: string): Promise<readonly Sample[] | undefined> {
    const url = `http://127.0.0.1:${this.#port}/api/v1/query?query=${encodeURIComponent(expression)}`
    const response = await fetch(url).catch(() => undefined)
    if (response === undefined || response.status === 503) return undefined
    const text = await response.text()
    assert.equal(response.status, 200, `${expression}: ${text}`)
    return (JSON.parse(text) as { readonly data: { readonly result: readonly Sample[] } }).data.result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await gone
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** One value for every query of the dashboard. */
const values: Readonly<Record<string, number | null>> = {
  'navigation.speedOverGround': 3.6,
  'navigation.speedThroughWater': 3.4,
  'navigation.headingTrue': 1,
  'navigation.courseOverGroundTrue': 1.1,
  'environment.wind.speedApparent': 8,
  'environment.wind.speedTrue': 7,
  'environment.depth.belowKeel': 4.5,
  'environment.water.temperature': 288.15,
  'environment.outside.pressure': 101_300,
  // Unknown: never a sample.
  'environment.depth.belowTransducer': null,
  'electrical.batteries.1.voltage': 12.6,
  'tanks.fuel.0.currentLevel': 0.5,
  'propulsion.main.revolutions': 30,
}

test('every query of the dashboard has an answer in Prometheus, and an unknown value has none', async () => {
  await using crew = await Crew.start()
  await using prometheus = await Prometheus.start(crew.url, crew.tokens.viewer ?? '')
  await using stream = new MarineDataClient({ url: crew.url, token: crew.tokens.owner ?? '' }).stream({
    subscribe: 'none',
  })
  await stream.opened()
  const send = (): void => {
    stream.send({ updates: [{ values: Object.entries(values).map(([path, value]) => ({ path, value })) }] })
  }
  send()
  // As a sensor does, so that no value becomes stale while a busy machine is slow.
  const sending = setInterval(send, 1_000)
  try {
    const { panels } = JSON.parse(
      await readFile(join(root, 'examples', 'grafana', 'boat.json'), 'utf8'),
    ) as Dashboard
    const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
    assert.ok(queries.length >= 10)
    for (const { title, expr } of queries)
      await until(async () => ((await prometheus.query(expr)) ?? []).length > 0, Boolean, {
        what: `${title}: ${expr}`,
        timeoutMs: patienceMs,
      })
    const knots = await prometheus.query(
      'marinedata_vessel_meters_per_second{path="navigation.speedOverGround"} * 3600 / 1852',
    )
    assert.ok(Math.abs(Number(knots?.[0]?.value[1]) - 6.998) < 0.001)
    const unknown = await prometheus.query('{path="environment.depth.belowTransducer"}')
    assert.deepEqual(unknown, [])
  } finally {
    clearInterval(sending)
  }
})

test('the numbers of the vessel need a token with the right to read', async () => {
  await using crew = await Crew.start()
  const statuses = [
    (await crew.ask('nobody', 'GET /metrics/vessel')).status,
    (await crew.ask('revoked', 'GET /metrics/vessel')).status,
    (await crew.ask('viewer', 'GET /metrics/vessel')).status,
  ]
  assert.deepEqual(statuses, [401, 401, 200])
})
