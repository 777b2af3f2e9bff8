import { userInfo } from 'node:os'
import { openShore, type Shore } from '#compose/nats.ts'
import { printExport } from '#compose/processes.ts'
import { readSettings } from '#settings.ts'
import { leftSubject } from '#subjects.ts'
import type { TenantRegistry } from '#tenants/tenant-registry.ts'
import type { OperatorCommand } from './command.ts'

const patienceMs = 10_000

type Listing = Extract<OperatorCommand, { kind: 'boats' | 'audit' }>

const list = async ({ kind, tenant }: Listing, registry: TenantRegistry): Promise<string> => {
  if (kind === 'audit')
    return (await registry.audit.list(tenant)).map((entry) => JSON.stringify(entry)).join('\n')
  const boats = await registry.boatsOf(tenant)
  return boats.map(({ vessel, joinedAt, name }) => `${vessel}  ${joinedAt}  ${name}`).join('\n')
}

const operate = async (
  command: Exclude<OperatorCommand, { kind: 'export' }>,
  { registry, connection }: Shore,
): Promise<string> => {
  const actor = userInfo().username
  if (command.kind === 'boats' || command.kind === 'audit') return await list(command, registry)
  if (command.kind === 'remove') {
    const token = await registry.removeBoat(command.tenant, command.vessel, actor)
    connection.publish(leftSubject(token))
    return `Removed ${command.vessel}`
  }
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
  if (command.kind === 'export')
    return await printExport(shore.registry, { ...command, actor: userInfo().username })
  const answer = await operate(command, shore)
  await shore.connection.flush()
  if (answer !== '') process.stdout.write(`${answer}\n`)
  return undefined
}
