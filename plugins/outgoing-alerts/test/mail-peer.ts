import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { TLSSocket } from 'node:tls'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly isEncrypted: boolean
  /** The user who logged in; undefined without a login. */
  readonly user: string | undefined
}

interface MailPeerOptions {
  readonly offersTls?: boolean
  readonly authMethods?: string
  readonly user?: string
  readonly password?: string
}

const decoded = (text: string): string => Buffer.from(text, 'base64').toString()

/** The subject without its encoding (RFC 2047). */
const subjectOf = (head: string): string =>
  [...head.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/g)].map(([, word = '']) => decoded(word)).join('')

/** A mail server on loopback: SMTP with STARTTLS and AUTH, as RFC 5321, 3207 and 4954 say. */
export class MailPeer implements AsyncDisposable {
  readonly received: ReceivedMail[] = []
  readonly commands: string[] = []
  /** Replies to RCPT by address, such as `550 No such user`. */
  readonly refusals = new Map<string, string>()
  /** File with its certificate, PEM. */
  readonly certificate: string
  readonly #options: MailPeerOptions
  readonly #folder = mkdtempSync(join(tmpdir(), 'marinedata-mail-'))
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#serve(socket))

  private constructor(options: MailPeerOptions) {
    this.#options = options
    this.certificate = join(this.#folder, 'certificate.pem')
    const key = join(this.#folder, 'key.pem')
    execFileSync(
      'openssl',
      [
        ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=mail'.split(
          ' ',
        ),
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        key,
        '-out',
        this.certificate,
      ],
      { stdio: 'ignore' },
    )
  }

  static async start(options: MailPeerOptions = {}): Promise<MailPeer> {
    const peer = new MailPeer(options)
    peer.#server.listen(0, '127.0.0.1')
    await once(peer.#server, 'listening')
    return peer
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
    rmSync(this.#folder, { recursive: true })
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 mail.example ESMTP\r\n')
    void this.#converse(socket, false)
  }

  async #converse(socket: Socket, isEncrypted: boolean): Promise<void> {
    const state: { from: string; to: string[]; user: string | undefined } = {
      from: '',
      to: [],
      user: undefined,
    }
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    const next = async (): Promise<string> => {
      const { value, done } = (await lines.next()) as { value: string; done: boolean }
      return done ? 'QUIT' : value
    }
    const say = (reply: string): void => void socket.write(`${reply}\r\n`)
    for (let line = await next(); ; line = await next()) {
      this.commands.push(line)
      const verb = line.split(/[ :]/)[0]?.toUpperCase()
      if (verb === 'QUIT') return void socket.end('221 Bye\r\n')
      if (verb === 'STARTTLS') return this.#encrypt(socket, say)
      if (verb === 'EHLO') say(this.#greeting(isEncrypted))
      else if (verb === 'AUTH') say(await this.#logIn(line, { next, say, state }))
      else if (verb === 'MAIL') say(this.#startMail(line, state))
      else if (verb === 'RCPT') say(this.#addRecipient(line, state))
      else if (verb === 'DATA') say(await this.#receive({ next, say }, { ...state, isEncrypted }))
      else say('502 Not implemented')
    }
  }

  #greeting(isEncrypted: boolean): string {
    const { offersTls = true, authMethods = 'PLAIN LOGIN' } = this.#options
    const offers = [
      ...(offersTls && !isEncrypted ? ['STARTTLS'] : []),
      ...(isEncrypted ? [`AUTH ${authMethods}`] : []),
    ]
    return ['250-mail.example', ...offers.map((offer) => `250-${offer}`), '250 HELP'].join('\r\n')
  }

  #encrypt(socket: Socket, say: (reply: string) => void): void {
    say('220 Go ahead')
    const secure = new TLSSocket(socket, {
      isServer: true,
      cert: readFileSync(this.certificate),
      key: readFileSync(join(this.#folder, 'key.pem')),
    })
    secure.on('error', () => undefined)
    void this.#converse(secure, true)
  }

  async #logIn(
    line: string,
    {
      next,
      say,
      state,
    }: { next: () => Promise<string>; say: (reply: string) => void; state: { user: string | undefined } },
  ): Promise<string> {
    const [, method, initial = ''] = line.split(' ')
    let login: readonly (string | undefined)[] = decoded(initial).split('\0').slice(1)
    if (method === 'LOGIN') {
      say(`334 ${Buffer.from('Username:').toString('base64')}`)
      const user = decoded(await next())
      say(`334 ${Buffer.from('Password:').toString('base64')}`)
      login = [user, decoded(await next())]
    }
    if (login[0] !== this.#options.user || login[1] !== this.#options.password) return '535 Wrong password'
    state.user = login[0]
    return '235 Welcome'
  }

  #startMail(line: string, state: { from: string; to: string[] }): string {
    state.from = /<(.*)>/.exec(line)?.[1] ?? ''
    state.to = []
    return '250 OK'
  }

  #addRecipient(line: string, state: { to: string[] }): string {
    const address = /<(.*)>/.exec(line)?.[1] ?? ''
    const refusal = this.refusals.get(address)
    if (refusal === undefined) state.to.push(address)
    return refusal ?? '250 OK'
  }

  async #receive(
    { next, say }: { next: () => Promise<string>; say: (reply: string) => void },
    envelope: Pick<ReceivedMail, 'from' | 'to' | 'isEncrypted' | 'user'>,
  ): Promise<string> {
    say('354 End with a dot')
    const lines: string[] = []
    for (let line = await next(); line !== '.'; line = await next()) lines.push(line)
    const gap = lines.indexOf('')
    const head = lines.slice(0, gap).join('\n')
    this.received.push({ ...envelope, subject: subjectOf(head), text: decoded(lines.slice(gap).join('')) })
    return '250 Stored'
  }
}
