import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandConfirmations } from './command-confirmations.ts'

const { signal } = new AbortController()

test('a command is done when the device shows its effect, and is sent once', async () => {
  const confirmations = new CommandConfirmations()
  let [sent, mode] = [0, 'standby']
  const run = confirmations.run({ signal, send: () => void sent++, isShown: () => mode === 'auto' })
  confirmations.check()
  mode = 'auto'
  confirmations.check()
  await run
  assert.equal(sent, 1)
})

test('a command that may be repeated is sent until its effect is shown, and not afterwards', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const confirmations = new CommandConfirmations()
  let sent = 0
  const send = (): void => {
    sent++
    if (sent === 1) throw new MarineDataError('too-many-requests', 'A plugin sends at most 10 a second')
    if (sent === 2) throw new Error('The bus is gone')
  }
  const run = confirmations.run({ signal, send, isShown: () => sent === 3, repeatMs: 100 })
  t.mock.timers.tick(200)
  confirmations.check()
  await run
  t.mock.timers.tick(1_000)
  assert.equal(sent, 3)
})

for (const code of ['too-many-requests', 'busy', 'device-not-found'] as const)
  test(`standby that cannot be sent yet (${code}) is sent later, and another command fails`, async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const confirmations = new CommandConfirmations()
    let sent = 0
    const send = (): void => {
      if (++sent === 1) throw new MarineDataError(code, 'Not now')
    }
    const run = confirmations.run({ signal, send, isShown: () => sent === 2, repeatMs: 100 })
    t.mock.timers.tick(100)
    confirmations.check()
    await run
    sent = 0
    await assert.rejects(confirmations.run({ signal, send, isShown: () => sent === 2 }), { code })
  })

test('an effect that is there already counts once the command is sent', async () => {
  await new CommandConfirmations().run({ signal, send: () => undefined, isShown: () => true })
})

test('a refusal ends the commands that it is about, unless their effect is shown', async () => {
  const confirmations = new CommandConfirmations()
  const run = (key: string, isShown: boolean): Promise<string> =>
    confirmations.run({ signal, key, send: () => new Promise(() => undefined), isShown: () => isShown }).then(
      () => 'done',
      ({ message }: Error) => message,
    )
  const answers = [run('ap.mode', false), run('ap.enabled', false), run('shown', true)]
  confirmations.refuse(new Error('ap.mode is not writable'), (key) => key === 'ap.mode')
  assert.equal(await answers[0], 'ap.mode is not writable')
  assert.equal(await answers[2], 'done')
  confirmations.refuse(new Error('refused'))
  assert.equal(await answers[1], 'refused')
})

test('a refusal does not end a command that is repeated', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const confirmations = new CommandConfirmations()
  let sent = 0
  const run = confirmations.run({ signal, send: () => void sent++, isShown: () => sent === 3, repeatMs: 100 })
  confirmations.refuse(new Error('no wind data'))
  t.mock.timers.tick(200)
  confirmations.check()
  await run
})

test('a command that cannot be sent fails, and one that is cancelled before is not sent', async () => {
  const confirmations = new CommandConfirmations()
  const isShown = (): boolean => false
  const send = (): never => {
    throw new Error('not on the bus')
  }
  await assert.rejects(confirmations.run({ signal, send, isShown }), /not on the bus/)
  const cancelled = AbortSignal.abort(new Error('cancelled'))
  await assert.rejects(confirmations.run({ signal: cancelled, send, isShown }), /cancelled/)
  const cancelling = new AbortController()
  const waiting = confirmations.run({ signal: cancelling.signal, send: () => undefined, isShown })
  cancelling.abort(new Error('nobody waits'))
  await assert.rejects(waiting, /nobody waits/)
})
