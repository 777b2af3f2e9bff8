import type { DoctorFinding, DoctorReport } from '@marinedata/model'
import type { Sandbox } from '@marinedata/plugin-api/host'
import {
  checkCards,
  checkClock,
  checkDevices,
  checkDisk,
  checkNetwork,
  checkProgram,
} from './machine-checks.ts'
import {
  checkCertificates,
  checkFolder,
  checkPlugins,
  checkPort,
  checkSandbox,
  type CheckedPlugin,
} from './server-checks.ts'

/** Options of an examination. */
export interface DoctorOptions {
  /** The data folder. */
  readonly folder: string
  /** Version of the program. */
  readonly program: string
  /** The port of the running server, or its configured port; undefined when it cannot be read. */
  readonly port: number | undefined
  /** Whether a server runs on the folder. */
  readonly isServing: boolean
  /** File of a custom certificate; undefined for the boat's certificates. */
  readonly certificate: string | undefined
  /** Undefined when no server runs that could tell. */
  readonly plugins: readonly CheckedPlugin[] | undefined
  /** The sandbox that the server has found; searched when absent. */
  readonly sandbox?: Sandbox | undefined
}

/** Runs all checks. Each is short and changes nothing. */
export const examine = async (options: DoctorOptions): Promise<DoctorReport> => {
  const { folder, program, port, isServing, certificate, plugins, sandbox } = options
  const now = new Date()
  const inFolder = checkFolder(folder)
  const hasFolder = inFolder.every(({ level }) => level === 'ok') || isServing
  const findings: DoctorFinding[] = [
    ...checkProgram(program),
    ...inFolder,
    ...(hasFolder ? await checkDisk(folder) : []),
    ...checkCards(),
    ...checkClock(now),
    ...(await checkPort(port, isServing)),
    ...checkDevices(),
    ...checkNetwork(),
    ...checkCertificates(folder, certificate, now),
    ...checkPlugins(plugins),
    ...(await checkSandbox(sandbox)),
  ]
  return { program, checkedAt: now.toISOString(), findings }
}
