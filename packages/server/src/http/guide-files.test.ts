import assert from 'node:assert/strict'
import type { FastifyReply } from 'fastify'
import { test } from 'node:test'
import { GuideFiles } from './guide-files.ts'

test('a guide that is not built says how to build it', async () => {
  const guide = new GuideFiles('/a/folder/that/does/not/exist')
  assert.equal(guide.isBuilt, false)
  // Nothing is sent.
  const reply = {} as FastifyReply
  await assert.rejects(guide.send(reply, '', undefined), /The guide is not built\. Run "npm run docs:site"\./)
})
