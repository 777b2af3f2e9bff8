import {
  MarineDataError,
  scopes,
  scopesOfRole,
  type ProblemCode,
  type Role,
  type Scope,
} from '@marinedata/model'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorise, localOwner, nobody, pluginPrincipal, type Principal } from './principal.ts'

const principalOf = (...roles: readonly Role[]): Principal => ({ name: 'Bo', roles, source: 'bo' })

/** What becomes of it, over a line that nobody else can listen to unless said. */
const answer = (principal: Principal, scope: Scope, isGuarded = true): ProblemCode | 'yes' => {
  try {
    authorise({ principal, isGuarded }, scope)
    return 'yes'
  } catch (error) {
    if (error instanceof MarineDataError) return error.code
    throw error
  }
}

const yes = 'yes'
const no = 'forbidden'
const sign = 'unauthenticated'

/** Written out: whoever changes what a role may do changes it here too. */
const table: Readonly<Record<Scope, readonly [...string[]]>> = {
  //                    nobody viewer crew helm owner device plugin
  public: [yes, yes, yes, yes, yes, yes, yes],
  read: [sign, yes, yes, yes, yes, yes, yes],
  write: [sign, no, no, no, yes, yes, yes],
  'alerts.ack': [sign, no, yes, yes, yes, no, no],
  'anchor.command': [sign, no, no, yes, yes, no, no],
  'autopilot.command': [sign, no, no, yes, yes, no, no],
  'course.command': [sign, no, no, yes, yes, no, no],
  plugin: [sign, no, no, no, no, no, yes],
  admin: [sign, no, no, no, yes, no, no],
}
const columns = [
  nobody,
  principalOf('viewer'),
  principalOf('crew'),
  principalOf('helm'),
  principalOf('owner'),
  principalOf('device'),
  pluginPrincipal('north'),
]

test('each role may do what the table says, and nothing else', () => {
  for (const scope of scopes)
    assert.deepEqual(
      columns.map((principal) => answer(principal, scope)),
      table[scope],
      scope,
    )
})

test('several roles may do what any of them may', () => {
  assert.equal(answer(principalOf('device', 'helm'), 'autopilot.command'), 'yes')
  assert.equal(answer(principalOf('device', 'helm'), 'write'), 'yes')
  assert.equal(answer(principalOf('device', 'helm'), 'admin'), 'forbidden')
})

test('a role that nobody knows may do nothing', () => {
  const strange = { ...nobody, roles: ['admiral' as Role, 'toString' as Role] }
  for (const scope of scopes)
    assert.equal(answer(strange, scope), scope === 'public' ? 'yes' : 'forbidden', scope)
})

test('owners look after the boat only where nobody else can listen, and are not told so when they are none', () => {
  for (const scope of scopes) {
    const open = answer(localOwner, scope, false)
    const expected = scope === 'admin' ? 'tls-required' : scope === 'plugin' ? 'forbidden' : 'yes'
    assert.equal(open, expected, scope)
  }
  assert.equal(answer(principalOf('helm'), 'admin', false), 'forbidden')
  assert.equal(answer(nobody, 'admin', false), 'unauthenticated')
})

test('whoever is refused is told what it is, who may, and what he is', () => {
  const refusal = (principal: Principal, scope: Scope) => () =>
    authorise({ principal, isGuarded: true }, scope)
  assert.throws(
    refusal(principalOf('viewer'), 'autopilot.command'),
    /^MarineDataError: Steering is for the roles helm and owner; "Bo" has the role viewer\. The owner can change that$/,
  )
  assert.throws(refusal(nobody, 'read'), /^MarineDataError: Reading is only for those who are signed in$/)
  assert.throws(
    refusal(principalOf('crew'), 'write'),
    /Writing values is for the roles owner, device and plugin;/,
  )
})

test('every role has its scopes, and every scope someone who has it', () => {
  const held = new Set(Object.values(scopesOfRole).flat())
  assert.deepEqual(
    scopes.filter((scope) => !held.has(scope)),
    [],
  )
})
