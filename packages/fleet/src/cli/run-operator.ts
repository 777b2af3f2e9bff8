import { userInfo } from 'node:os'
import { openShore } from '#compose/nats.ts'
import { readSettings } from '#settings.ts'
import type { TenantRegistry } from '#tenants/tenant-registry.ts'
import type { OperatorCommand } from './command.ts'

const patienceMs = 10_000

const operate = async (command: OperatorCommand, registry: TenantRegistry): Promise<string> => {
  const actor = userInfo().username
  if (command.kind === 'code') return await registry.createCode(command.tenant, actor, command.hours)
  if (command.kind === 'token') return await registry.createMember(command, actor)
  if (command.kind === 'tenant') {
    await registry.addTenant(command, actor)
    return `Added the tenant ${command.id}`
  }
  if (command.kind === 'silence') {
    await registry.setSilence(command, actor)
    return 'Set the time without contact'
  }
  const count = await registry.removeMember(command.tenant, command.name, actor)
  return `Ended ${count} ${count === 1 ? 'token' : 'tokens'}`
}

/** Runs a command of the operator. The fleet, or at least its NATS, must be running. */
export const runOperator = async (command: OperatorCommand): Promise<void> => {
  const signal = AbortSignal.timeout(4 * patienceMs)
  await using shore = await openShore(readSettings(command.settings), 'marinedata-fleet operator', {
    patienceMs,
    signal,
  })
  process.stdout.write(`${await operate(command, shore.registry)}\n`)
}
