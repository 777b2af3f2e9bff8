import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Message, Messenger, Outcome } from './messenger.ts'
import { expectCode, replyText, SmtpConnection, type SmtpReply, type SmtpServer } from './smtp-connection.ts'

export interface MailOptions {
  readonly server: SmtpServer
  readonly from: string
  readonly to: readonly string[]
  /** Sent only over an encrypted connection. */
  readonly login?: { readonly user: string; readonly password: string } | undefined
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** A header with any characters (RFC 2047), in words of at most 45 bytes. */
const encodedHeader = (text: string): string => {
  const words: string[] = []
  let word = ''
  for (const character of text) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word)
      word = ''
    }
    word += character
  }
  return [...words, word].map((each) => `=?UTF-8?B?${base64(each)}?=`).join('\r\n ')
}

/** The e-mail with its headers (RFC 5322). The body is base64: no line can be mistaken for a command. */
const mailOf = ({ call, event, text }: Message, { from, to }: MailOptions): string => {
  const lines = [text, '', `Alert: ${call.path}`, `Raised: ${call.raisedAt}`]
  const body = base64(`${lines.join('\r\n')}\r\n`).replaceAll(/.{76}/g, '$&\r\n')
  return [
    `From: <${from}>`,
    `To: ${to.map((address) => `<${address}>`).join(', ')}`,
    `Subject: ${encodedHeader(text)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${from.split('@')[1] ?? 'localhost'}>`,
    'Auto-Submitted: auto-generated',
    ...(event === 'alarm' ? ['X-Priority: 1', 'Importance: high'] : []),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
    '.',
  ].join('\r\n')
}

/** The name with which the server is greeted: letters, digits and dots only. */
const ownName = (): string => hostname().replaceAll(/[^A-Za-z0-9.-]/g, '') || 'localhost'

const greet = async (connection: SmtpConnection): Promise<SmtpReply> =>
  expectCode(await connection.command(`EHLO ${ownName()}`), 250)

const offers = ({ lines }: SmtpReply, keyword: string): string | undefined =>
  lines.find((line) => line.toUpperCase().split(' ')[0] === keyword)

const logIn = async (
  connection: SmtpConnection,
  greeting: SmtpReply,
  { user, password }: NonNullable<MailOptions['login']>,
): Promise<void> => {
  const methods = offers(greeting, 'AUTH')?.toUpperCase().split(' ') ?? []
  if (methods.includes('PLAIN')) {
    expectCode(await connection.command(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}`), 235)
    return
  }
  if (!methods.includes('LOGIN')) throw new Error('The mail server offers neither AUTH PLAIN nor AUTH LOGIN')
  expectCode(await connection.command('AUTH LOGIN'), 334)
  expectCode(await connection.command(base64(user)), 334)
  expectCode(await connection.command(base64(password)), 235)
}

/** Connects, encrypts and logs in. */
const openSession = async ({ server, login }: MailOptions, signal: AbortSignal): Promise<SmtpConnection> => {
  const connection = await SmtpConnection.open(server, signal)
  try {
    let greeting = await greet(connection)
    if (server.security === 'starttls') {
      if (offers(greeting, 'STARTTLS') === undefined)
        throw new Error('The mail server does not offer STARTTLS. Nothing is sent without encryption')
      await connection.startTls()
      greeting = await greet(connection)
    }
    if (login !== undefined && server.security !== 'none') await logIn(connection, greeting, login)
    return connection
  } catch (error) {
    connection[Symbol.dispose]()
    throw error
  }
}

const refusal = (to: string, reply: SmtpReply): Outcome => ({
  to,
  state: 'failed',
  reason: `The mail server answered: ${replyText(reply)}`,
  // Codes from 500 on are final.
  mayRetry: reply.code < 500,
})

const sendMail = async (options: MailOptions, message: Message, signal: AbortSignal): Promise<Outcome[]> => {
  using connection = await openSession(options, signal)
  expectCode(await connection.command(`MAIL FROM:<${options.from}>`), 250)
  const refused: Outcome[] = []
  const accepted: string[] = []
  for (const address of options.to) {
    const reply = await connection.command(`RCPT TO:<${address}>`)
    if (reply.code === 250 || reply.code === 251) accepted.push(address)
    else refused.push(refusal(address, reply))
  }
  if (accepted.length === 0) return refused
  expectCode(await connection.command('DATA'), 354)
  const stored = await connection.command(mailOf(message, options))
  // The message is stored: a server that does not answer to QUIT changes nothing.
  await connection.command('QUIT').catch(() => undefined)
  const outcomes = accepted.map((to): Outcome =>
    stored.code === 250 ? { to, state: 'accepted' } : refusal(to, stored),
  )
  return [...outcomes, ...refused]
}

/** Sends e-mails over an SMTP server. Once a recipient has the message, only the others are tried again. */
export const mailMessenger = (options: MailOptions): Messenger => {
  const doneById = new Map<string, Set<string>>()
  return {
    id: 'outgoing-alerts.mail',
    label: 'E-mail',
    send: async (message, signal) => {
      const key = `${message.call.id} ${message.event} ${message.call.state}`
      const done = doneById.get(key) ?? new Set<string>()
      const to = options.to.filter((address) => !done.has(address))
      const outcomes = await sendMail({ ...options, to }, message, signal)
      for (const outcome of outcomes) if (outcome.state === 'accepted') done.add(outcome.to)
      if (outcomes.some(({ mayRetry }) => mayRetry === true)) doneById.set(key, done)
      else doneById.delete(key)
      return outcomes
    },
  }
}
