import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { decodeFrame, encodeFrame, type Frame } from './frames.ts'
import { readBoatMessage, readGatewayMessage } from './messages.ts'
import { isProved, prove, type Claim } from './proof.ts'

interface Vectors {
  readonly frames: readonly { readonly hex: string; readonly frame: Frame & { readonly body?: string } }[]
  readonly messages: Readonly<Record<'boat' | 'gateway', readonly unknown[]>>
  readonly refused: Readonly<Record<'boat' | 'gateway', readonly unknown[]>>
  readonly proof: { readonly privateKey: string; readonly claim: Claim; readonly proof: string }
}

const file = new URL('../vectors.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors
const read = { boat: readBoatMessage, gateway: readGatewayMessage }
const ends = ['boat', 'gateway'] as const

test('frames are the bytes of the vectors', () => {
  for (const { hex, frame } of vectors.frames) {
    const decoded = decodeFrame(Buffer.from(hex, 'hex'))
    const body = 'body' in decoded && { body: Buffer.from(decoded.body).toString('hex') }
    assert.deepEqual({ ...decoded, ...body }, frame)
    assert.equal(Buffer.from(encodeFrame(decoded)).toString('hex'), hex)
  }
})

test('messages of the vectors are read, others refused', () => {
  for (const end of ends) {
    for (const message of vectors.messages[end]) assert.deepEqual(read[end](JSON.stringify(message)), message)
    for (const message of vectors.refused[end])
      assert.throws(() => read[end](JSON.stringify(message)), /Not a message/, JSON.stringify(message))
  }
  assert.throws(() => readBoatMessage('{'), /Not a message/)
  assert.throws(() => readBoatMessage(' '.repeat(70_000)), /Not a message/)
})

test('the proof matches the vectors, and no other input', () => {
  const { privateKey, claim, proof } = vectors.proof
  const key = createPrivateKey({ key: Buffer.from(privateKey, 'hex'), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key)
  assert.equal(prove(claim, key), proof)
  assert.ok(isProved(claim, proof, publicKey))
  for (const name of ['nonce', 'host', 'vessel', 'log'] as const)
    assert.equal(isProved({ ...claim, [name]: `${claim[name]}x` }, proof, publicKey), false)
  const moved = { ...claim, host: `${claim.host}\n${claim.vessel}` }
  assert.equal(isProved(moved, prove(moved, key), publicKey), false)
  assert.equal(isProved(claim, '', publicKey), false)
})
