import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { Club } from './club.ts'
import { freePorts } from './nats-cluster.ts'
import { ready } from './ready.ts'

const deploy = join(import.meta.dirname, '..', '..', 'packages', 'fleet', 'deploy')
const limit = { timeout: 280_000 }

interface Dashboard {
  readonly panels: readonly {
    readonly title: string
    readonly targets: readonly { readonly expr: string }[]
  }[]
}

/** Every query of the dashboard, with the variable of Grafana filled in. */
const queries = (): { readonly title: string; readonly query: string }[] => {
  // Only its panels are used, and each use fails if they are not as described.
  const { panels } = JSON.parse(readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8')) as Dashboard
  return panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, query: expr.replaceAll('$__rate_interval', '5m') })),
  )
}

interface Answered {
  readonly status: string
  readonly error?: string
  readonly data?: { readonly result: readonly { readonly value: readonly [number, string] }[] }
}

/** A real Prometheus that scrapes one place. */
class Prometheus implements AsyncDisposable {
  readonly #child
  readonly #port: number

  constructor(folder: string, { port, target }: { readonly port: number; readonly target: string }) {
    const [file, store] = [join(folder, 'prometheus.yml'), join(folder, 'prometheus')]
    // The file of the deployment, with another place and a shorter interval.
    const given = parse(readFileSync(join(deploy, 'prometheus.yml'), 'utf8')) as {
      scrape_configs: { static_configs: unknown }[]
    }
    const scrapes = given.scrape_configs.map((one) => ({ ...one, static_configs: [{ targets: [target] }] }))
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: scrapes }))
    this.#port = port
    this.#child = spawn(
      'prometheus',
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${store}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    )
  }

  async ask(query: string): Promise<Answered> {
    const address = `http://127.0.0.1:${this.#port}/api/v1/query?query=${encodeURIComponent(query)}`
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000) })
    return (await response.json()) as Answered
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}

const isInstalled = spawnSync('prometheus', ['--version']).error === undefined

test('Prometheus answers every query of the dashboard', { ...limit, skip: !isInstalled }, async () => {
  const [port = 0] = await freePorts(1)
  await using club = await Club.create({ metrics: { all: { port: 0 } } })
  await club.start()
  const target = `127.0.0.1:${club.program.portOf('metrics')}`
  await using prometheus = new Prometheus(club.folder, { port, target })
  await club.operate('tenant', 'club', 'Club Kiel')
  const token = await club.operate('token', 'club', 'Anna')
  await using boat = await club.boat(await club.operate('code', 'club'))
  const all = queries()
  assert.ok(all.length >= 20)
  // Both samples of a rate must be there, and something must happen between them.
  const unanswered = new Map(all.map(({ title, query }) => [query, title]))
  await ready(async () => {
    boat.measure('navigation.speedOverGround', 3.1)
    boat.sail()
    await club.ask('/marinedata/v2/api/fleet', token)
    for (const query of unanswered.keys()) {
      const { status, error, data } = await prometheus.ask(query)
      assert.equal(status, 'success', `${query}: ${error}`)
      if (data?.result.some(({ value: [, text] }) => Number.isFinite(Number(text)))) unanswered.delete(query)
    }
    assert.deepEqual([...unanswered], [], 'queries without an answer')
  })
  const { data } = await prometheus.ask('sum(marinedata_fleet_boats)')
  assert.equal(data?.result[0]?.value[1], '1')
})

test('clients that give up while their tenant is opened leave no stream open', limit, async () => {
  await using club = await Club.create({ metrics: { all: { port: 0 } } })
  await club.start()
  await club.operate('tenant', 'club', 'Club Kiel')
  const token = await club.operate('token', 'club', 'Anna')
  const upgrade = [
    'GET /marinedata/v1/stream HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `Authorization: Bearer ${token}`,
    '\r\n',
  ].join('\r\n')
  for (let client = 0; client < 5; client++) {
    const socket = connect(club.program.portOf('reader'), '127.0.0.1')
    await once(socket, 'connect')
    await promisify<string>(socket.write.bind(socket))(upgrade)
    socket.resetAndDestroy()
  }
  await ready(async () => {
    const response = await fetch(`http://127.0.0.1:${club.program.portOf('metrics')}/metrics`)
    const metrics = await response.text()
    assert.match(metrics, /^marinedata_fleet_reader_tenants(?:\{.*\})? 1$/m)
    assert.match(metrics, /^marinedata_fleet_reader_streams(?:\{.*\})? 0$/m)
  })
})
