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
import { authorise, localOwner, anonymous, pluginPrincipal, type Principal } from './principal.ts'

const principalOf = (...roles: readonly Role[]): Principal => ({
  kind: 'person',
  id: 'bo',
  name: 'Bo',
  roles,
  source: 'bo',
})

/** The result of authorise, over a secure line by default. */
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

/** Written out on purpose: a change of a role's scopes must be made here too. */
const table: Readonly<Record<Scope, readonly [...string[]]>> = {
  //                    anonymous viewer crew helm owner device plugin
  public: [yes, yes, yes, yes, yes, yes, yes],
  read: [sign, yes, yes, yes, yes, yes, yes],
  write: [sign, no, no, no, yes, yes, yes],
  'alerts.ack': [sign, no, yes, yes, yes, no, no],
  'anchor.command': [sign, no, no, yes, yes, no, no],
  'autopilot.command': [sign, no, no, yes, yes, no, no],
  'control.command': [sign, no, yes, yes, yes, no, no],
  'course.command': [sign, no, no, yes, yes, no, no],
  plugin: [sign, no, no, no, no, no, yes],
  admin: [sign, no, no, no, yes, no, no],
}
const columns = [
  anonymous,
  principalOf('viewer'),
  principalOf('crew'),
  principalOf('helm'),
  principalOf('owner'),
  principalOf('device'),
  pluginPrincipal('north'),
]

test('each role has exactly the scopes of the table', () => {
  for (const scope of scopes)
    assert.deepEqual(
      columns.map((principal) => answer(principal, scope)),
      table[scope],
      scope,
    )
})

test('several roles have the union of their scopes', () => {
  assert.equal(answer(principalOf('device', 'helm'), 'autopilot.command'), 'yes')
  assert.equal(answer(principalOf('device', 'helm'), 'write'), 'yes')
  assert.equal(answer(principalOf('device', 'helm'), 'admin'), 'forbidden')
})

test('an unknown role has no scope but public', () => {
  const strange = { ...anonymous, roles: ['admiral' as Role, 'toString' as Role] }
  for (const scope of scopes)
    assert.equal(answer(strange, scope), scope === 'public' ? 'yes' : 'forbidden', scope)
})

test('admin requires a secure line, and other roles get forbidden on any line', () => {
  for (const scope of scopes) {
    const open = answer(localOwner, scope, false)
    const expected = scope === 'admin' ? 'tls-required' : scope === 'plugin' ? 'forbidden' : 'yes'
    assert.equal(open, expected, scope)
  }
  assert.equal(answer(principalOf('helm'), 'admin', false), 'forbidden')
  assert.equal(answer(anonymous, 'admin', false), 'unauthenticated')
})

test('a refusal names the action, the required roles and the role of the caller', () => {
  const refusal = (principal: Principal, scope: Scope) => () =>
    authorise({ principal, isGuarded: true }, scope)
  assert.throws(
    refusal(principalOf('viewer'), 'autopilot.command'),
    /^MarineDataError: Steering requires the role helm or owner\. "Bo" has the role viewer\. An owner can change roles$/,
  )
  assert.throws(refusal(anonymous, 'read'), /^MarineDataError: Reading requires signing in$/)
  assert.throws(
    refusal(principalOf('crew'), 'write'),
    /Writing values requires the role owner, device or plugin\./,
  )
})

test('every scope belongs to at least one role', () => {
  const stored = new Set(Object.values(scopesOfRole).flat())
  assert.deepEqual(
    scopes.filter((scope) => !stored.has(scope)),
    [],
  )
})

test('remote users can look and cannot do more', () => {
  for (const scope of scopes) {
    const ask = (): void => authorise({ principal: localOwner, isGuarded: true, isFromShore: true }, scope)
    if (scope === 'public' || scope === 'read') ask()
    else assert.throws(ask, { code: 'forbidden' }, scope)
  }
})
