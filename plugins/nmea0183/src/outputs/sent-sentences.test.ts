import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SentSentences } from './sent-sentences.ts'

const line = '$HEHDT,90.0,T*19'

test('a sentence that we sent has come back when another input receives it within 5 s', () => {
  let now = 0
  const sent = new SentSentences(() => now)
  assert.equal(sent.hasComeBack(line, 'wifi'), false)
  sent.remember(line, 'gyro')
  now += 4_999
  assert.equal(sent.hasComeBack(line, 'wifi'), true)
  now += 1
  assert.equal(sent.hasComeBack(line, 'wifi'), false)
})

test('the same sentence from the same origin is a repetition', () => {
  const sent = new SentSentences(() => 0)
  sent.remember(line, 'wifi')
  assert.equal(sent.hasComeBack(line, 'wifi'), false)
})

test('a flood of sentences needs bounded memory, and old ones are forgotten', () => {
  let now = 0
  const sent = new SentSentences(() => now)
  for (let count = 0; count < 100_000; count++) sent.remember(`$${count}`, 'wifi')
  assert.equal(sent.size, 8_192)
  now += 5_000
  sent.remember(line, 'wifi')
  assert.equal(sent.size, 1)
})
