import { connect } from '@nats-io/transport-node'
import { jetstreamManager } from '@nats-io/jetstream'
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { checkServerIdentity as checkIdentity, type PeerCertificate } from 'node:tls'
import { fleetHost, makeCertificate } from './certificate.ts'
import { FleetProgram } from './fleet-program.ts'
import { freePorts, natsProgram } from './nats-cluster.ts'
import { ready } from './ready.ts'

const deploy = join(import.meta.dirname, '..', '..', 'packages', 'fleet', 'deploy')
const limit = { timeout: 240_000 }
const names = ['nats-1', 'nats-2', 'nats-3'] as const
const address = '127.0.0.1'

const replaced = (text: string, words: Readonly<Record<string, string>>): string =>
  Object.entries(words).reduce((done, [from, to]) => {
    assert.ok(done.includes(from), `the file has "${from}"`)
    return done.replaceAll(from, to)
  }, text)

/** The three servers of the deployment, with the files of this repository; only ports and paths are others. */
class DeployedCluster implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'marinedata-cluster-'))
  readonly tls = join(this.folder, 'tls')
  readonly #children: ChildProcess[] = []
  #clients: readonly number[] = []

  static async start(): Promise<DeployedCluster> {
    const cluster = new DeployedCluster()
    execFileSync(join(deploy, 'make-certificates'), [
      cluster.tls,
      ...names.map((name) => `${name},${address}`),
    ])
    const ports = await freePorts(9)
    const portOf = (index: number, nth: number): number => ports[3 * nth + index] ?? 0
    cluster.#clients = names.map((_, index) => portOf(index, 0))
    const routes = Object.fromEntries(
      names.map((name, index) => [`nats://${name}:6222`, `nats://${address}:${portOf(index, 1)}`]),
    )
    const text = replaced(readFileSync(join(deploy, 'nats-server.conf'), 'utf8'), routes)
    names.forEach((name, index) => {
      const own = join(cluster.folder, name)
      mkdirSync(own)
      copyFileSync(join(cluster.tls, 'authority.pem'), join(own, 'authority.pem'))
      for (const kind of ['pem', 'key'])
        copyFileSync(join(cluster.tls, `${name}.${kind}`), join(own, `server.${kind}`))
      const file = replaced(text, {
        '/etc/marinedata-nats': own,
        '/var/lib/marinedata-nats': join(own, 'store'),
        'port: 4222': `port: ${portOf(index, 0)}`,
        'port: 6222': `port: ${portOf(index, 1)}`,
        '127.0.0.1:8222': `127.0.0.1:${portOf(index, 2)}`,
      })
      writeFileSync(join(own, 'nats-server.conf'), file)
      // The variables of node.env, as systemd passes them.
      const variables = replaced(readFileSync(join(deploy, 'node.env'), 'utf8'), {
        'nats-1': name,
        '10.0.0.1': address,
      })
      const env = Object.fromEntries(
        variables.split('\n').flatMap((line) => (/^[A-Z]/.test(line) ? [line.split('=', 2)] : [])),
      ) as Record<string, string>
      const child = spawn(natsProgram(), ['-c', join(own, 'nats-server.conf')], { env, stdio: 'ignore' })
      cluster.#children.push(child)
    })
    return cluster
  }

  get servers(): string[] {
    // By address: the names are not known on this machine.
    return this.#clients.map((port) => `${address}:${port}`)
  }

  get tlsOptions() {
    const read = (name: string): string => readFileSync(join(this.tls, name), 'utf8')
    const files = { ca: read('authority.pem'), cert: read('client.pem'), key: read('client.key') }
    // The client would look for another name in the certificate of a server that is given by its address.
    const checkServerIdentity = (_name: string, certificate: PeerCertificate) =>
      checkIdentity(address, certificate)
    return { ...files, checkServerIdentity }
  }

  /** The settings of the deployment, with other places. */
  settings(): string {
    makeCertificate(this.folder)
    const servers = Object.fromEntries(
      names.map((name, index) => [`${name}:4222`, this.servers[index] ?? '']),
    )
    const text = replaced(readFileSync(join(deploy, 'settings.json'), 'utf8'), {
      ...servers,
      '/var/lib/marinedata-fleet': join(this.folder, 'data'),
      '/etc/marinedata-fleet/fleet.pem': join(this.folder, 'certificate.pem'),
      '/etc/marinedata-fleet/fleet.key': join(this.folder, 'key.pem'),
      '/etc/marinedata-fleet': this.tls,
      'fleet.example.org': fleetHost,
      '"port": 443': '"port": 0',
      '"port": 8443': '"port": 0',
      '"port": 9280': '"port": 0',
      '"port": 9281': '"port": 0',
      '"port": 9282': '"port": 0',
      '"streams": 16': '"streams": 2',
    })
    const file = join(this.folder, 'settings.json')
    writeFileSync(file, text)
    return file
  }

  async kill(index: number): Promise<void> {
    const child = this.#children[index]
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (let index = 0; index < names.length; index++) await this.kill(index)
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

test('the files of the deployment make a cluster that survives the loss of a server', limit, async () => {
  await using cluster = await DeployedCluster.start()
  const settings = cluster.settings()
  {
    // Creates the streams, each on three servers.
    await using writer = await FleetProgram.start('writer', settings)
    assert.equal((await writer.stop()).code, 0)
  }
  const connection = await connect({ servers: cluster.servers, tls: cluster.tlsOptions })
  const { config, cluster: placed } = await (await jetstreamManager(connection)).streams.info('UP00')
  await connection.close()
  assert.equal(config.num_replicas, 3)
  const places = [placed?.leader, ...(placed?.replicas ?? []).map(({ name }) => name)]
  assert.deepEqual(new Set(places), new Set(names))

  await assert.rejects(
    connect({
      servers: cluster.servers,
      tls: { ca: cluster.tlsOptions.ca },
      reconnect: false,
      maxReconnectAttempts: 1,
      timeout: 10_000,
    }),
    'nobody connects without a certificate of the fleet',
  )
  await cluster.kill(names.indexOf((placed?.leader ?? 'nats-1') as (typeof names)[number]))
  const said = await ready(async () => {
    const { code, stdout, stderr } = await FleetProgram.run(
      'tenant',
      'club',
      'Club Kiel',
      '--settings',
      settings,
    )
    assert.equal(code, 0, stderr)
    return stdout
  })
  assert.equal(said, 'Added the tenant club\n')
})

test(
  'systemd takes the units',
  { skip: spawnSync('systemd-analyze', ['--version']).error !== undefined },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'marinedata-units-'))
    try {
      const units = globSync(join(deploy, '*.service'))
      assert.equal(units.length, 5)
      const copies = units.map((unit) => {
        const copy = join(folder, basename(unit))
        // The programs must exist where the units name them.
        const text = readFileSync(unit, 'utf8')
        writeFileSync(
          copy,
          text
            .replaceAll('/opt/marinedata/node_modules/.bin/node', process.execPath)
            .replaceAll('/opt/nats/nats-server', natsProgram()),
        )
        return copy
      })
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...copies], {
        encoding: 'utf8',
      })
      const ours = stderr.split('\n').filter((line) => line.includes('marinedata'))
      assert.deepEqual([status, ours], [0, []], stderr)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
