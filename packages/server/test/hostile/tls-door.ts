import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import type { Certificates } from '#tls/credentials.ts'
import { frontDoor, type FrontDoor } from '#tls/front-door.ts'
import { openCertificates } from '#tls/open-certificates.ts'

/** A folder that is removed after the test. */
export class Folder implements Disposable {
  readonly path: string

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), 'marinedata-downgrade-'))
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true })
  }
}

/** The addresses of the computer that a certificate contains. */
export const firstAddresses: readonly string[] = ['127.0.0.1']

interface DoorOptions {
  /** Files of the settings; the boat's own certificate when absent. */
  readonly given?: { readonly certificate: string; readonly key: string }
  readonly addresses?: () => readonly string[]
}

/** The front door of a boat, with its certificates in a folder that later starts can use again. */
export class TlsDoor implements AsyncDisposable {
  readonly server: Server = createServer((_request, response) => void response.end('aboard\n'))
  readonly certificates: Certificates
  readonly door: FrontDoor

  private constructor(folder: string, { given, addresses = () => firstAddresses }: DoorOptions) {
    const options = { folder, hostName: 'aura', addresses, ...(given && { given }) }
    this.certificates = openCertificates(options, Date.now())
    this.door = frontDoor(this.server, this.certificates)
  }

  static async open(folder: string, options: DoorOptions = {}): Promise<TlsDoor> {
    const opened = new TlsDoor(folder, options)
    opened.server.listen(0, '127.0.0.1')
    await once(opened.server, 'listening')
    return opened
  }

  get port(): number {
    // A listening TCP server has an address.
    return (this.server.address() as AddressInfo).port
  }

  /** Connects with Node's own client, which trusts only the boat's authority. */
  async connect(options: ConnectionOptions = {}): Promise<TLSSocket> {
    const { caPem } = this.certificates.current()
    const socket = connect({ host: '127.0.0.1', port: this.port, ...(caPem && { ca: caPem }), ...options })
    await once(socket, 'secureConnect')
    return socket
  }

  /** Connects with `openssl s_client`, sends a request and returns everything that it prints. */
  async probe(...words: readonly string[]): Promise<string> {
    const server = ['-connect', `127.0.0.1:${this.port}`]
    const client = spawn('openssl', ['s_client', ...server, '-ign_eof', ...words])
    client.stdin.on('error', () => undefined)
    client.stdin.end('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    const [out, faults] = await Promise.all([text(client.stdout), text(client.stderr)])
    return `${out}${faults}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.door[Symbol.dispose]()
    this.certificates[Symbol.dispose]()
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }
}

/** Sends a request; resolves when the response has arrived. */
export const askOn = async (socket: TLSSocket): Promise<void> => {
  const chunks = on(socket, 'data', { close: ['close', 'error'] })
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  let received = ''
  for await (const [chunk] of chunks as AsyncIterable<[Buffer]>) {
    received += chunk.toString()
    if (received.includes('aboard')) return
  }
  assert.fail(`closed before the response: ${received}`)
}

/** The first bytes of a TLS client. */
export const clientHello = async (): Promise<Buffer> => {
  const listener = createTcpServer()
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  // A listening TCP server has an address.
  const client = connect({ host: '127.0.0.1', port: (listener.address() as AddressInfo).port })
  client.on('error', () => undefined)
  const [socket] = (await once(listener, 'connection')) as [Socket]
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  client.destroy()
  socket.destroy()
  listener.close()
  return bytes
}

/** The cipher suites of TLS 1.2 that openssl can offer for an expression. */
export const suitesOf = (expression: string): readonly string[] => {
  const words = ['ciphers', '-s', '-tls1_2', `${expression}:@SECLEVEL=0`]
  const { stdout } = spawnSync('openssl', words, { encoding: 'utf8' })
  return stdout.trim() === ''
    ? []
    : stdout
        .trim()
        .split(':')
        .filter((suite) => !suite.startsWith('TLS_'))
}

/** Creates a certificate with an RSA key, as an owner with a public name may have. */
export const createRsaCertificate = (folder: string): { certificate: string; key: string } => {
  const [certificate, key] = [join(folder, 'given.pem'), join(folder, 'given.key')]
  const words = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=aura.example', '-days', '30']
  const { status, stderr } = spawnSync(
    'openssl',
    ['req', '-x509', ...words, '-keyout', key, '-out', certificate],
    { encoding: 'utf8' },
  )
  assert.equal(status, 0, stderr)
  return { certificate, key }
}
