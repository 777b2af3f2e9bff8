import type { DoctorFinding, PluginReport } from '@marinedata/model'
import { findSandbox, type Sandbox } from '@marinedata/plugin-api/host'
import { X509Certificate } from 'node:crypto'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'

const day = 86_400_000
const expiresSoon = 14 * day
/** A figure that cannot be read. */
const unknown = '---'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const checkFolder = (folder: string): DoctorFinding[] => {
  const found = { check: 'folder', details: { folder } } as const
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) {
    const message = `There is no data folder ${folder}`
    const action = 'Start the server once, or use another data folder with --data'
    return [{ ...found, result: 'folder-missing', level: 'problem', message, action }]
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const message = `This user may not write to ${folder}`
    const action = `Run this as the user who owns it, or “sudo chown -R USER ${folder}” with the user of the server`
    return [{ ...found, result: 'folder-not-writable', level: 'problem', message, action }]
  }
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
  if (!isOpen)
    return [{ ...found, result: 'folder-usable', level: 'ok', message: `The data folder is ${folder}` }]
  const message = `Other users can look into ${folder}`
  const action = `Run “chmod 700 ${folder}”`
  return [{ ...found, result: 'folder-readable-by-others', level: 'problem', message, action }]
}

/** Tries to listen on the port, for a moment. */
const portFault = async (port: number): Promise<string | undefined> => {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  server.listen(port, () => server.close(() => resolve(undefined)))
  return await promise
}

const portFaults: Readonly<Record<string, Pick<DoctorFinding, 'result' | 'action'>>> = {
  EADDRINUSE: {
    result: 'port-in-use',
    action: 'Stop the other program, or choose another port with “port” in settings.json',
  },
  EACCES: {
    result: 'port-reserved',
    action: 'Ports below 1024 need root. Choose another port with “port” in settings.json',
  },
}
const otherPortFault = {
  result: 'port-unusable',
  action: 'Choose another port with “port” in settings.json',
} as const

/** @param isServing whether the server of this data folder runs, and so has the port */
export const checkPort = async (number: number | undefined, isServing: boolean): Promise<DoctorFinding[]> => {
  const port = number === undefined ? unknown : String(number)
  const found = { check: 'port', details: { port } } as const
  if (isServing || number === undefined)
    return [{ ...found, result: 'port-serving', level: 'ok', message: `The server is running, port ${port}` }]
  const fault = await portFault(number)
  if (fault === undefined)
    return [{ ...found, result: 'port-free', level: 'ok', message: `Port ${port} is free` }]
  const message =
    fault === 'EADDRINUSE' ? `Another program uses port ${port}` : `Port ${port} cannot be used: ${fault}`
  const kind = portFaults[fault] ?? otherPortFault
  return [{ check: 'port', ...kind, details: { port, fault }, level: 'problem', message }]
}

const certificateFinding = (name: string, path: string, now: number): DoctorFinding => {
  const check = 'certificates'
  const file = basename(path)
  const action =
    'Start the server again: it renews its own certificates. Renew a certificate of your own yourself'
  try {
    const { validToDate } = new X509Certificate(readFileSync(path))
    const left = validToDate.getTime() - now
    const until = validToDate.toISOString().slice(0, 10)
    const found = { check, details: { file, until }, message: `The ${name} is valid until ${until}` } as const
    if (left > expiresSoon) return { ...found, result: 'certificate-valid', level: 'ok' }
    return { ...found, result: 'certificate-expiring', level: left < 0 ? 'problem' : 'advice', action }
  } catch (error) {
    const fault = messageOf(error)
    const message = `The ${name} cannot be read: ${fault}`
    const details = { file, fault }
    return { check, result: 'certificate-unreadable', details, level: 'problem', message, action }
  }
}

/** @param given the file of a custom certificate */
export const checkCertificates = (folder: string, given: string | undefined, now: Date): DoctorFinding[] => {
  if (given !== undefined) return [certificateFinding('certificate of your own', given, now.getTime())]
  const files = { certificate: 'server.pem', 'certificate authority of the boat': 'ca.pem' }
  return Object.entries(files).flatMap(([name, file]) => {
    const path = join(folder, 'tls', file)
    // Made at the first start.
    const isMissing = statSync(path, { throwIfNoEntry: false }) === undefined
    return isMissing ? [] : [certificateFinding(name, path, now.getTime())]
  })
}

export type CheckedPlugin = Pick<PluginReport, 'name' | 'state' | 'quarantine' | 'newClaims'>

const pluginFinding = ({ name: plugin, state, quarantine, newClaims }: CheckedPlugin): DoctorFinding[] => {
  const found = { check: 'plugins', level: 'problem' } as const
  if (quarantine !== null || state === 'quarantined') {
    const reason = quarantine ?? 'unknown reason'
    const message = `The plugin ${plugin} was stopped after repeated failures: ${reason}`
    const action = `Look at its log on the Devices screen, correct its settings, and start it again`
    return [{ ...found, result: 'plugin-stopped', details: { plugin, reason }, message, action }]
  }
  if ((newClaims?.length ?? 0) === 0) return []
  const message = `The plugin ${plugin} asks for more rights and waits for an owner`
  const action = 'Approve or reject them on the Devices screen'
  return [{ ...found, result: 'plugin-waits-for-approval', details: { plugin }, message, action }]
}

/** @param plugins undefined when no server runs that could tell */
export const checkPlugins = (plugins: readonly CheckedPlugin[] | undefined): DoctorFinding[] => {
  if (plugins === undefined) return []
  const findings = plugins.flatMap(pluginFinding)
  if (findings.length > 0) return findings
  const count = String(plugins.filter(({ state }) => state === 'running').length)
  const message = `${count} plugins are running`
  return [{ check: 'plugins', result: 'plugins-running', details: { count }, level: 'ok', message }]
}

/** @param known the sandbox that the server has found; searched when absent */
export const checkSandbox = async (known: Sandbox | undefined): Promise<DoctorFinding[]> => {
  const check = 'sandbox'
  const sandbox = known ?? (await findSandbox())
  if ('bwrap' in sandbox)
    return [{ check, result: 'sandbox-used', details: {}, level: 'ok', message: 'Plugins run in a sandbox' }]
  const { missing: reason } = sandbox
  const message = `Plugins run without a sandbox: ${reason}`
  const action = 'Run “sudo apt install bubblewrap” and start the server again'
  return [{ check, result: 'sandbox-missing', details: { reason }, level: 'advice', message, action }]
}
