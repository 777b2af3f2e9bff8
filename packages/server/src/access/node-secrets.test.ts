import { MarineDataError } from '@marinedata/model'
import assert from 'node:assert/strict'
import { scryptSync } from 'node:crypto'
import { test } from 'node:test'
import { NodeSecrets } from './node-secrets.ts'

const passphrase = 'a following wind tonight'

/** Seals a pass-phrase with these scrypt parameters. */
const sealedAt = ({ N, r, p }: { N: number; r: number; p: number }, secret = passphrase): string => {
  const salt = Buffer.from('0123456789abcdef')
  const key = scryptSync(secret, salt, 32, { N, r, p })
  return `scrypt:${N}:${r}:${p}:${salt.toString('base64url')}:${key.toString('base64url')}`
}
const cheap = { N: 1_024, r: 8, p: 1 }

test('a sealed pass-phrase opens with itself; a missing one never opens and takes as much work', async () => {
  const secrets = new NodeSecrets()
  const spent = async (sealed: string | undefined, isRight: boolean): Promise<number> => {
    const from = process.cpuUsage()
    assert.equal(await secrets.verify(passphrase, { sealed }), isRight)
    return process.cpuUsage(from).user
  }
  const sealed = await secrets.seal(passphrase)
  assert.match(sealed, /^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/)
  const known = await spent(sealed, true)
  const unknown = await spent(undefined, false)
  assert.ok(unknown > known / 2, `${unknown} µs for an unknown, ${known} µs for a known person`)
})

test('opens a pass-phrase sealed with other scrypt parameters, and with no other pass-phrase', async () => {
  const secrets = new NodeSecrets()
  for (const parameters of [cheap, { N: 2_048, r: 4, p: 2 }]) {
    const sealed = sealedAt(parameters)
    assert.equal(await secrets.verify(passphrase, { sealed }), true)
    for (const wrong of ['another', '', `${passphrase} `, passphrase.toUpperCase()])
      assert.equal(await secrets.verify(wrong, { sealed }), false, wrong)
  }
})

test('normalises Unicode: composed and decomposed letters are equal', async () => {
  const secrets = new NodeSecrets()
  const sealed = sealedAt(cheap, 'Männe über Bord'.normalize('NFKC'))
  assert.equal(await secrets.verify('Männe über Bord'.normalize('NFD'), { sealed }), true)
})

test('a malformed seal never opens and does not block the queue', async () => {
  const secrets = new NodeSecrets()
  for (const sealed of ['scrypt:1024:8:1:c2FsdA:', 'scrypt:1024:8:1:c2FsdA:AAAA'])
    assert.equal(await secrets.verify('', { sealed }), false, sealed)
  await assert.rejects(secrets.verify('', { sealed: 'nonsense' }))
  const sealed = sealedAt(cheap)
  assert.equal(await secrets.verify(passphrase, { sealed }), true, 'the next task runs')
})

/** Starts the attempts and returns the order in which they ended. */
const orderOf = async (
  attempts: readonly (readonly [name: string, hasPriority: boolean])[],
): Promise<string[]> => {
  const secrets = new NodeSecrets()
  const ended: string[] = []
  const sealed = sealedAt({ N: 4_096, r: 8, p: 1 })
  await Promise.all(
    attempts.map(async ([name, hasPriority]) => {
      await secrets.verify('wrong', { sealed, hasPriority })
      ended.push(name)
    }),
  )
  return ended
}

test('runs one attempt at a time, in order', async () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  assert.deepEqual(await orderOf(names.map((name) => [name, false])), names)
})

test('prioritised attempts do not wait for others', async () => {
  const strangers = Array.from({ length: 9 }, (_, index) => [`stranger ${index}`, false] as const)
  const order = await orderOf([...strangers, ['Anna', true], ['Bert', true]])
  const [anna, bert] = [order.indexOf('Anna'), order.indexOf('Bert')]
  assert.ok(anna < bert && bert < 8, order.join())
})

test('rejects attempts when the queue is full, but not prioritised ones', async () => {
  const secrets = new NodeSecrets()
  const sealed = sealedAt(cheap)
  const tries = Array.from({ length: 40 }, () => secrets.verify('wrong', { sealed }))
  const prioritised = secrets.verify(passphrase, { sealed, hasPriority: true })
  const results = await Promise.allSettled(tries)
  const refused = results.filter(({ status }) => status === 'rejected')
  assert.equal(refused.length, 40 - 17)
  for (const each of refused)
    assert.ok(
      each.status === 'rejected' &&
        each.reason instanceof MarineDataError &&
        each.reason.code === 'too-many-requests',
    )
  assert.equal(await prioritised, true)
})

test('codes have ten characters of the 32 that are not easily confused', () => {
  const secrets = new NodeSecrets()
  const codes = Array.from({ length: 1_000 }, () => secrets.code())
  for (const code of codes) assert.match(code, /^[0-9A-HJKMNP-TV-Z]{10}$/)
  assert.equal(new Set(codes.join('')).size, 32)
  assert.equal(new Set(codes).size, codes.length)
})

test('digits always have six places, with leading zeros', () => {
  const secrets = new NodeSecrets()
  const digits = Array.from({ length: 2_000 }, () => secrets.digits())
  for (const each of digits) assert.match(each, /^[0-9]{6}$/)
  assert.ok(digits.some((each) => each.startsWith('0')))
})

test('random secrets have 256 bits and never repeat', () => {
  const secrets = new NodeSecrets()
  const drawn = Array.from({ length: 1_000 }, () => secrets.random())
  for (const each of drawn) assert.match(each, /^[\w-]{43}$/)
  assert.equal(new Set(drawn).size, drawn.length)
})

test('the digest is SHA-256, and texts of any length are compared', () => {
  const secrets = new NodeSecrets()
  assert.equal(secrets.digest('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
  assert.equal(secrets.isSame('abc', 'abc'), true)
  for (const other of ['', 'abd', 'abcd', 'ABC']) assert.equal(secrets.isSame('abc', other), false, other)
})
