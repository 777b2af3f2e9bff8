import type { AlertCall } from '@marinedata/model'
import { startPlugin, type StartedPlugin } from '@marinedata/plugin-api/testing'
import { until } from '@marinedata/testing/until'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MailPeer } from './mail-peer.ts'

const here = new URL('..', import.meta.url)
const limit = { timeout: 300_000 }
const login = { user: 'aava', password: 'två hundar' }

const call: AlertCall = {
  id: 'one',
  path: 'notifications.navigation.anchor',
  state: 'alarm',
  message: 'The anchor "drags"\nby 40 m: ankare släpper',
  boat: 'Åsa',
  raisedAt: '2026-01-01T00:00:00Z',
  repeat: 0,
  test: false,
}

/** An HTTP receiver on loopback that answers with these status codes, then with 200. */
const startReceiver = async (statuses: number[] = []) => {
  const received: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] =
    []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const end = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, received, [Symbol.asyncDispose]: end }
}

const reportsOf = (plugin: StartedPlugin, id: string): string[] =>
  plugin.devices
    .get(`outgoing-alerts.${id}`)
    ?.reports.map(({ to, state, reason = '' }) => [to, state, reason].join(' ').trim()) ?? []

const raise = (plugin: StartedPlugin, id: string, input: AlertCall = call) =>
  plugin.command(`outgoing-alerts.${id}`, { name: 'call', input })

test('ntfy gets the alarm with its priority, and its end', limit, async () => {
  await using receiver = await startReceiver()
  const settings = { ntfy: `${receiver.url}/aava`, ntfyToken: 'tk_secret' }
  await using plugin = await startPlugin(here, { settings })
  await raise(plugin, 'ntfy')
  await until(() => reportsOf(plugin, 'ntfy').includes('ntfy accepted'), Boolean, { what: 'a receipt' })
  await plugin.command('outgoing-alerts.ntfy', { name: 'quiet', input: { id: 'one', by: 'Anna' } })
  await until(() => receiver.received.length === 2, Boolean, { what: 'the end' })
  const [alarm, end] = receiver.received
  assert.equal(alarm?.path, '/aava')
  assert.equal(alarm.body, `ALARM aboard Åsa: ${call.message}`)
  assert.equal(alarm.headers['priority'], '4')
  assert.equal(alarm.headers.authorization, 'Bearer tk_secret')
  assert.match(end?.body ?? '', /^Acknowledged by Anna aboard Åsa: /)
  assert.equal(end?.headers['priority'], '2')
})

test('a webhook receives valid JSON from the template for every message', limit, async () => {
  await using receiver = await startReceiver()
  const webhookBody =
    '{"chat_id":"-100","text":"{{text}}","nested":{"state":"{{state}}","again":["{{event}}"]}}'
  await using plugin = await startPlugin(here, { settings: { webhook: `${receiver.url}/bot`, webhookBody } })
  await raise(plugin, 'webhook', { ...call, state: 'emergency' })
  await until(() => receiver.received.length === 1, Boolean, { what: 'a request' })
  assert.deepEqual(JSON.parse(receiver.received[0]?.body ?? ''), {
    chat_id: '-100',
    text: `EMERGENCY aboard Åsa: ${call.message}`,
    nested: { state: 'emergency', again: ['alarm'] },
  })
})

test('a wrong template stops the plugin with its reason', limit, async () => {
  for (const [webhookBody, reason] of [
    ['{"text":"{{test}}"}', /unknown placeholder \{\{test\}\}/],
    ['{"text":{{text}}}', /not JSON/],
  ] as const)
    await assert.rejects(
      startPlugin(here, { settings: { webhook: 'http://127.0.0.1:1', webhookBody } }),
      reason,
    )
})

test('a service that fails is tried again, one that refuses is not', limit, async () => {
  await using receiver = await startReceiver([503])
  await using refusing = await startReceiver([403, 200])
  const settings = { ntfy: receiver.url, webhook: refusing.url }
  await using plugin = await startPlugin(here, { settings })
  await raise(plugin, 'ntfy')
  await raise(plugin, 'webhook')
  await until(() => reportsOf(plugin, 'ntfy').includes('ntfy accepted'), Boolean, { what: 'a receipt' })
  assert.deepEqual(reportsOf(plugin, 'ntfy'), [
    'ntfy failed The server answered with status 503',
    'ntfy accepted',
  ])
  assert.deepEqual(
    reportsOf(plugin, 'webhook').map((report) => report.replace(/^\S+/, 'host')),
    ['host failed The server answered with status 403'],
  )
  assert.equal(refusing.received.length, 1)
})

test('an answered call is not tried again', limit, async () => {
  await using receiver = await startReceiver([503, 503, 503])
  await using plugin = await startPlugin(here, { settings: { ntfy: receiver.url } })
  await raise(plugin, 'ntfy')
  await until(() => receiver.received.length === 1, Boolean, { what: 'a request' })
  await plugin.command('outgoing-alerts.ntfy', { name: 'quiet', input: { id: 'one' } })
  await sleep(4_000)
  assert.equal(receiver.received.length, 1)
})

test('an alarm that sounds again after a silence is not sent again, a worse one is', limit, async () => {
  await using receiver = await startReceiver()
  await using plugin = await startPlugin(here, { settings: { ntfy: receiver.url } })
  await raise(plugin, 'ntfy')
  await until(() => reportsOf(plugin, 'ntfy').length === 1, Boolean, { what: 'a receipt' })
  await raise(plugin, 'ntfy', { ...call, repeat: 1 })
  await until(() => reportsOf(plugin, 'ntfy').length === 2, Boolean, { what: 'the same receipt' })
  assert.equal(receiver.received.length, 1)
  await raise(plugin, 'ntfy', { ...call, repeat: 2, state: 'emergency' })
  await until(() => receiver.received.length === 2, Boolean, { what: 'another message' })
})

const mailSettings = (peer: MailPeer) => ({
  mailTo: ['anna@example.org', 'bert@example.org'],
  mailFrom: 'aava@example.org',
  mailServer: '127.0.0.1',
  mailPort: peer.port,
  mailUser: login.user,
  mailPassword: login.password,
  mailCertificate: peer.certificate,
})

for (const authMethods of ['PLAIN LOGIN', 'LOGIN'])
  test(
    `an e-mail is encrypted, logged in with ${authMethods}, and has receipts per person`,
    limit,
    async () => {
      await using peer = await MailPeer.start({ ...login, authMethods })
      peer.refusals.set('bert@example.org', '550 No such user')
      await using plugin = await startPlugin(here, { settings: mailSettings(peer) })
      await raise(plugin, 'mail')
      await until(() => reportsOf(plugin, 'mail').length === 2, Boolean, { what: 'receipts' })
      assert.deepEqual(reportsOf(plugin, 'mail'), [
        'anna@example.org accepted',
        'bert@example.org failed The mail server answered: 550 No such user',
      ])
      const [mail] = peer.received
      assert.deepEqual(
        { ...mail, text: mail?.text.split('\r\n').slice(-4) },
        {
          from: 'aava@example.org',
          to: ['anna@example.org'],
          isEncrypted: true,
          user: login.user,
          subject: `ALARM aboard Åsa: ${call.message}`,
          text: ['', `Alert: ${call.path}`, `Raised: ${call.raisedAt}`, ''],
        },
      )
    },
  )

test('a recipient who has the e-mail does not get it twice', limit, async () => {
  await using peer = await MailPeer.start(login)
  peer.refusals.set('bert@example.org', '451 Try again later')
  await using plugin = await startPlugin(here, { settings: mailSettings(peer) })
  await raise(plugin, 'mail')
  await until(() => reportsOf(plugin, 'mail').length === 2, Boolean, { what: 'receipts' })
  peer.refusals.clear()
  await until(() => reportsOf(plugin, 'mail').includes('bert@example.org accepted'), Boolean, {
    what: 'a receipt',
  })
  assert.deepEqual(
    peer.received.map(({ to }) => to),
    [['anna@example.org'], ['bert@example.org']],
  )
})

test('no password and no message leave the boat without encryption', limit, async () => {
  for (const [offersTls, more] of [
    [false, {}],
    // A certificate that nobody has chosen to trust.
    [true, { mailCertificate: undefined }],
  ] as const) {
    await using peer = await MailPeer.start({ ...login, offersTls })
    const { mailCertificate, ...rest } = mailSettings(peer)
    const settings = 'mailCertificate' in more ? rest : { ...rest, mailCertificate }
    await using plugin = await startPlugin(here, { settings })
    await raise(plugin, 'mail')
    await until(() => reportsOf(plugin, 'mail').length > 0, Boolean, { what: 'a receipt' })
    assert.match(reportsOf(plugin, 'mail')[0] ?? '', /^E-mail failed .*(?:STARTTLS|certificate)/)
    assert.deepEqual(peer.received, [])
    assert.ok(!peer.commands.some((line) => /^(?:AUTH|MAIL)/.test(line)))
  }
})

test('a wrong password is reported, and the password is in no report', limit, async () => {
  await using peer = await MailPeer.start({ user: login.user, password: 'another' })
  await using plugin = await startPlugin(here, { settings: mailSettings(peer) })
  await raise(plugin, 'mail')
  await until(() => reportsOf(plugin, 'mail').length > 0, Boolean, { what: 'a receipt' })
  assert.equal(reportsOf(plugin, 'mail')[0], 'E-mail failed The mail server answered: 535 Wrong password')
})
