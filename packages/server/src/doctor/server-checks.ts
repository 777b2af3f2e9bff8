import type { DoctorFinding, PluginReport } from '@marinedata/model'
import { findSandbox, type Sandbox } from '@marinedata/plugin-api/host'
import { X509Certificate } from 'node:crypto'
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const day = 86_400_000
const expiresSoon = 14 * day

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export const checkFolder = (folder: string): DoctorFinding[] => {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined)
    return [
      {
        check: 'folder',
        level: 'problem',
        message: `There is no data folder ${folder}`,
        action: 'Start the server once, or use another data folder with --data',
      },
    ]
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    const action = `Run this as the user who owns it, or “sudo chown -R USER ${folder}” with the user of the server`
    return [{ check: 'folder', level: 'problem', message: `This user may not write to ${folder}`, action }]
  }
  const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0
  if (!isOpen) return [{ check: 'folder', level: 'ok', message: `The data folder is ${folder}` }]
  const action = `Run “chmod 700 ${folder}”`
  return [{ check: 'folder', level: 'problem', message: `Other users can look into ${folder}`, action }]
}

/** Tries to listen on the port, for a moment. */
const portFault = async (port: number): Promise<string | undefined> => {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  server.listen(port, () => server.close(() => resolve(undefined)))
  return await promise
}

const portActions: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Stop the other program, or choose another port with “port” in settings.json',
  EACCES: 'Ports below 1024 need root. Choose another port with “port” in settings.json',
}

/** @param isServing whether the server of this data folder runs, and so has the port */
export const checkPort = async (port: number, isServing: boolean): Promise<DoctorFinding[]> => {
  if (isServing) return [{ check: 'port', level: 'ok', message: `The server is running, port ${port}` }]
  const fault = await portFault(port)
  if (fault === undefined) return [{ check: 'port', level: 'ok', message: `Port ${port} is free` }]
  const message =
    fault === 'EADDRINUSE' ? `Another program uses port ${port}` : `Port ${port} cannot be used: ${fault}`
  const action = portActions[fault] ?? 'Choose another port with “port” in settings.json'
  return [{ check: 'port', level: 'problem', message, action }]
}

const certificateFinding = (name: string, file: string, now: number): DoctorFinding => {
  const check = 'certificates'
  const action =
    'Start the server again: it renews its own certificates. Renew a certificate of your own yourself'
  try {
    const { validToDate } = new X509Certificate(readFileSync(file))
    const left = validToDate.getTime() - now
    const message = `The ${name} is valid until ${validToDate.toISOString().slice(0, 10)}`
    if (left > expiresSoon) return { check, level: 'ok', message }
    return { check, level: left < 0 ? 'problem' : 'advice', message, action }
  } catch (error) {
    return { check, level: 'problem', message: `The ${name} cannot be read: ${messageOf(error)}`, action }
  }
}

/** @param given the file of a certificate of your own */
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

const pluginFinding = ({ name, state, quarantine, newClaims }: CheckedPlugin): DoctorFinding[] => {
  if (quarantine !== null || state === 'quarantined')
    return [
      {
        check: 'plugins',
        level: 'problem',
        message: `The plugin ${name} was stopped after repeated failures: ${quarantine ?? 'unknown reason'}`,
        action: `Look at its log on the Devices screen, correct its settings, and start it again`,
      },
    ]
  if ((newClaims?.length ?? 0) > 0)
    return [
      {
        check: 'plugins',
        level: 'problem',
        message: `The plugin ${name} asks for more rights and waits for an owner`,
        action: 'Approve or reject them on the Devices screen',
      },
    ]
  return []
}

/** @param plugins undefined when no server runs that could tell */
export const checkPlugins = (plugins: readonly CheckedPlugin[] | undefined): DoctorFinding[] => {
  if (plugins === undefined) return []
  const findings = plugins.flatMap(pluginFinding)
  if (findings.length > 0) return findings
  const running = plugins.filter(({ state }) => state === 'running')
  return [{ check: 'plugins', level: 'ok', message: `${running.length} plugins are running` }]
}

/** @param known the sandbox that the server has found; searched when absent */
export const checkSandbox = async (known: Sandbox | undefined): Promise<DoctorFinding[]> => {
  const sandbox = known ?? (await findSandbox())
  if ('bwrap' in sandbox) return [{ check: 'sandbox', level: 'ok', message: 'Plugins run in a sandbox' }]
  const action = 'Run “sudo apt install bubblewrap” and start the server again'
  return [
    {
      check: 'sandbox',
      level: 'advice',
      message: `Plugins run without a sandbox: ${sandbox.missing}`,
      action,
    },
  ]
}
