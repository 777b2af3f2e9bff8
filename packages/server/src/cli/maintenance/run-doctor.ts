import type { DoctorFinding } from '@marinedata/model'
import { existsSync } from 'node:fs'
import { finishRestore } from '#data-folder.ts'
import { examine } from '#doctor/examine.ts'
import { openAccess } from '#features/access.ts'
import { isLocked } from '#folder-lock.ts'
import { printable } from '#process/printable.ts'
import { serverVersion } from '#settings/server-version.ts'
import { settingDefaults } from '#settings/settings.ts'
import { loadSettings } from '#settings/settings-file.ts'
import { defaultDataFolder } from '../data-folder.ts'
import type { MaintenanceCommand } from './maintenance-command.ts'

type DoctorCommand = Extract<MaintenanceCommand, { kind: 'doctor' }>

const marks = { ok: 'ok     ', advice: 'advice ', problem: 'PROBLEM' } as const

const lineOf = ({ level, message, action }: DoctorFinding): string =>
  `${marks[level]}  ${printable(message)}${action === undefined ? '' : `\n         → ${printable(action)}`}\n`

/** The port that the running server of a folder listens on; undefined when this user cannot read it. */
const portOfServer = (folder: string): number | undefined => {
  try {
    using opened = openAccess(folder)
    return opened.port
  } catch {
    // Another check reports a folder that cannot be used.
    return undefined
  }
}

/** Checks the machine and the data folder. The exit code is 1 when there is a problem. */
export const runDoctor = async ({ folder = defaultDataFolder(), isJson }: DoctorCommand): Promise<void> => {
  finishRestore(folder)
  const { settings } = loadSettings(folder)
  const isServing = existsSync(folder) && isLocked(folder)
  const report = await examine({
    folder,
    program: serverVersion,
    port: isServing ? portOfServer(folder) : (settings.port ?? settingDefaults.port),
    isServing,
    certificate: settings.tls?.certificate,
    plugins: undefined,
  })
  process.stdout.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : report.findings.map(lineOf).join(''))
  if (report.findings.some(({ level }) => level === 'problem')) process.exitCode = 1
}
