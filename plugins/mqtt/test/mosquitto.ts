import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const openssl = (...words: readonly string[]): void => {
  const { status, stderr } = spawnSync('openssl', words)
  assert.equal(status, 0, String(stderr))
}

/** An authority, and certificates of it. */
export class Authority implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'mqtt-authority-'))
  readonly certificate = join(this.folder, 'ca.pem')
  readonly #key = join(this.folder, 'ca.key')

  constructor() {
    const subject = ['-subj', '/CN=Test authority', '-days', '2', '-nodes']
    openssl('req', '-x509', '-newkey', 'rsa:2048', ...subject, '-keyout', this.#key, '-out', this.certificate)
  }

  /** Files of a new certificate and its key. */
  issue(name: string, alternative: string): { readonly cert: string; readonly key: string } {
    const [cert, key, request] = ['pem', 'key', 'csr'].map((end) => join(this.folder, `${name}.${end}`))
    assert.ok(cert !== undefined && key !== undefined && request !== undefined)
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`, '-keyout', key, '-out', request)
    const extensions = join(this.folder, `${name}.ext`)
    writeFileSync(extensions, `subjectAltName=${alternative}\n`)
    const signer = ['-CA', this.certificate, '-CAkey', this.#key, '-CAcreateserial', '-days', '2']
    openssl('x509', '-req', '-in', request, ...signer, '-extfile', extensions, '-out', cert)
    return { cert, key }
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

export interface MosquittoOptions {
  readonly authority?: Authority
  readonly user?: { readonly name: string; readonly password: string }
  /** Whether clients need a certificate of the authority. */
  readonly asksCertificate?: boolean
}

/** Debian's Mosquitto, without persistence: killed, it forgets everything. */
export class Mosquitto implements AsyncDisposable {
  readonly port: number
  readonly #options: MosquittoOptions
  readonly #folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  #process: ChildProcess | undefined

  private constructor(port: number, options: MosquittoOptions) {
    this.port = port
    this.#options = options
    writeFileSync(join(this.#folder, 'mosquitto.conf'), this.#configuration())
  }

  static async start(options: MosquittoOptions = {}): Promise<Mosquitto> {
    const mosquitto = new Mosquitto(await freePort(), options)
    await mosquitto.start()
    return mosquitto
  }

  get address(): string {
    const scheme = this.#options.authority === undefined ? 'mqtt' : 'mqtts'
    return `${scheme}://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    this.#process = spawn('mosquitto', ['-c', join(this.#folder, 'mosquitto.conf')], { stdio: 'ignore' })
    await once(this.#process, 'spawn')
    await until(
      async () => {
        const socket = connect(this.port, '127.0.0.1')
        const outcome = await Promise.race([
          once(socket, 'connect').then(() => true),
          once(socket, 'error').then(() => false),
        ]).catch(() => false)
        socket.destroy()
        return outcome
      },
      Boolean,
      { what: 'Mosquitto listens' },
    )
  }

  async kill(): Promise<void> {
    const running = this.#process
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill('SIGKILL')
    await gone
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Arguments with which Mosquitto's own clients connect. */
  get clientArguments(): string[] {
    const { authority, user, asksCertificate } = this.#options
    const own = authority && asksCertificate === true ? authority.issue('reader', 'DNS:reader') : undefined
    return [
      '-h',
      '127.0.0.1',
      '-p',
      String(this.port),
      ...(authority ? ['--cafile', authority.certificate] : []),
      ...(own ? ['--cert', own.cert, '--key', own.key] : []),
      ...(user ? ['-u', user.name, '-P', user.password] : []),
    ]
  }

  #configuration(): string {
    const { authority, user, asksCertificate = false } = this.#options
    const lines = [`listener ${this.port} 127.0.0.1`, `allow_anonymous ${String(user === undefined)}`]
    if (authority !== undefined) {
      const { cert, key } = authority.issue('broker', 'IP:127.0.0.1')
      lines.push(`cafile ${authority.certificate}`, `certfile ${cert}`, `keyfile ${key}`)
      lines.push(`require_certificate ${String(asksCertificate)}`)
    }
    if (user !== undefined) {
      const file = join(this.#folder, 'passwords')
      const { status } = spawnSync('mosquitto_passwd', ['-b', '-c', file, user.name, user.password])
      assert.equal(status, 0, 'mosquitto_passwd')
      lines.push(`password_file ${file}`)
    }
    // Started as root it would become another user, which cannot read these files.
    lines.push('user root')
    return `${lines.join('\n')}\n`
  }
}

/** Mosquitto's own client, subscribed to everything. */
export class Reader implements Disposable {
  /** The latest payload of each topic; empty when it was removed. */
  readonly payloads = new Map<string, string>()
  /** Topics whose payload was stored before this reader came. */
  readonly retained = new Set<string>()
  /** Every payload of every topic, in the order of arrival. */
  readonly history: { readonly topic: string; readonly payload: string }[] = []
  readonly #process: ChildProcess

  constructor(broker: Mosquitto) {
    const words = [...broker.clientArguments, '-q', '1', '-t', '#', '-F', '%r\t%t\t%p']
    this.#process = spawn('mosquitto_sub', words, { stdio: ['ignore', 'pipe', 'inherit'] })
    assert.ok(this.#process.stdout !== null)
    createInterface({ input: this.#process.stdout }).on('line', (line) => {
      const [isRetained, topic = '', payload = ''] = line.split('\t')
      this.payloads.set(topic, payload)
      this.history.push({ topic, payload })
      if (isRetained === '1') this.retained.add(topic)
    })
  }

  /** The parsed payload of a topic. */
  json(topic: string): unknown {
    const payload = this.payloads.get(topic) ?? ''
    return payload === '' ? undefined : JSON.parse(payload)
  }

  value(topic: string): unknown {
    return (this.json(topic) as { readonly value: unknown } | undefined)?.value
  }

  [Symbol.dispose](): void {
    this.#process.kill('SIGKILL')
  }
}
