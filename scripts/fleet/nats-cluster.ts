import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { processorSecondsOf } from './processor-time.ts'

/** Brings a NATS server to this machine, without installing it. */
export const natsProgram = (): string => {
  const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'nats')
  const { status, stdout, stderr } = spawnSync(join(import.meta.dirname, 'get-nats'), [folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`There is no NATS server: ${stderr}`)
  return stdout.trim()
}

/** Ports that are free now. */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

interface Node {
  readonly name: string
  readonly client: number
  readonly configuration: string
  readonly store: string
  process: ChildProcess | undefined
}

/** Real NATS servers with JetStream on loopback. Any of them can be killed and started again. */
export class NatsCluster implements AsyncDisposable {
  readonly #program: string
  readonly #nodes: readonly Node[]

  private constructor(path: string, nodes: readonly Node[]) {
    this.#program = path
    this.#nodes = nodes
  }

  static async start(folder: string, size: number): Promise<NatsCluster> {
    const ports = await freePorts(2 * size)
    const routes = ports.slice(size).map((port) => `nats://127.0.0.1:${port}`)
    const nodes = Array.from({ length: size }, (_, index): Node => {
      const name = `node-${index + 1}`
      const store = join(folder, name)
      mkdirSync(store, { recursive: true })
      const configuration = join(folder, `${name}.conf`)
      const client = ports[index] ?? 0
      const cluster = `cluster { name: trial, listen: "127.0.0.1:${ports[size + index]}", routes: [${routes.map((route) => `"${route}"`).join(', ')}] }`
      writeFileSync(
        configuration,
        [
          `server_name: ${name}`,
          `listen: "127.0.0.1:${client}"`,
          'max_payload: 1MB',
          `jetstream { store_dir: "${store}", max_memory_store: 256MB, max_file_store: 4GB, sync_interval: always }`,
          ...(size > 1 ? [cluster] : []),
        ].join('\n'),
      )
      return { name, client, configuration, store, process: undefined }
    })
    const natsCluster = new NatsCluster(natsProgram(), nodes)
    for (let index = 0; index < size; index++) natsCluster.begin(index)
    return natsCluster
  }

  get size(): number {
    return this.#nodes.length
  }

  /** Where the servers store. */
  get folders(): string[] {
    return this.#nodes.map(({ store }) => store)
  }

  get servers(): string[] {
    return this.#nodes.map(({ client }) => `127.0.0.1:${client}`)
  }

  /** Of the running nodes, by the kernel's account of their processes. */
  processorSeconds(): number {
    const perNode = this.#nodes.map(({ process: child }) =>
      child?.pid === undefined ? 0 : processorSecondsOf(child.pid),
    )
    return perNode.reduce((sum, own) => sum + own, 0)
  }

  begin(index: number): void {
    const node = this.#nodes[index]
    if (node === undefined || node.process !== undefined) return
    node.process = spawn(this.#program, ['-c', node.configuration], { stdio: 'ignore' })
  }

  async kill(index: number): Promise<void> {
    const node = this.#nodes[index]
    const child = node?.process
    if (node === undefined || child === undefined) return
    node.process = undefined
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** Kills all servers, does something with their folders, and starts them again. */
  async whileStopped(work: () => void): Promise<void> {
    for (let index = 0; index < this.size; index++) await this.kill(index)
    work()
    for (let index = 0; index < this.size; index++) this.begin(index)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#nodes.map((_, index) => this.kill(index)))
  }
}
