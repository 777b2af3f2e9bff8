import type { AuditPage, Credential } from '@marinedata/model'
import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShellAccess } from '#features/access.ts'
import { printable } from '#process/printable.ts'

const columns = (rows: readonly (readonly string[])[]): string[] => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
}

const section = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [title, ...(rows.length === 0 ? ['  none'] : columns([head, ...rows])), ''].join('\n')

const credentialRow = ({
  id,
  name,
  kind,
  role,
  paths,
  usedAt,
  usedFrom,
  expiresAt,
}: Credential): string[] => [
  id,
  printable(name),
  kind,
  paths === undefined ? role : `${role} ${paths.join(',')}`,
  usedAt === undefined ? 'never' : `${usedAt} from ${usedFrom}`,
  expiresAt ?? 'no end',
]

const authorityLine = (folder: string): string[] => {
  const file = join(folder, 'tls', 'ca.pem')
  if (!existsSync(file)) return []
  const { fingerprint256 } = new X509Certificate(readFileSync(file))
  return [`Certificate authority of the boat, SHA-256:\n  ${fingerprint256}\n`]
}

/** Formats all people, tokens and sessions for a terminal. */
export const accessReport = ({ people, credentials }: ShellAccess['access'], folder: string): string => {
  const known = people.list().map(({ name, role, createdAt }) => [printable(name), role, createdAt])
  const held = credentials.list().map(credentialRow)
  return [
    section('People', ['NAME', 'ROLE', 'SINCE'], known),
    section('Tokens and sessions', ['ID', 'NAME', 'KIND', 'ROLE', 'LAST USE', 'UNTIL'], held),
    ...authorityLine(folder),
  ]
    .join('\n')
    .trimEnd()
}

const actionOf = (entry: AuditPage[number]): string => {
  if ('operation' in entry) {
    const { operation, subject, details } = entry
    return `${operation} ${subject}${details === undefined ? '' : ` ${JSON.stringify(details)}`}`
  }
  return `${entry.device} ${JSON.stringify(entry.asked)}: ${entry.outcome}`
}

const actorOf = ({ actor: { kind, name, address } }: AuditPage[number]): string =>
  `${kind} ${name} from ${address}`

/** Formats audit entries, one line each. */
export const auditReport = (entries: AuditPage): string =>
  entries.length === 0
    ? 'The audit log is empty'
    : entries
        .map((entry) => printable(`${entry.number}  ${entry.at}  ${actorOf(entry)}: ${actionOf(entry)}`))
        .join('\n')
