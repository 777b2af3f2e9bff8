import type { DoctorFinding } from '@marinedata/model'
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { networkInterfaces, hostname, uptime, userInfo } from 'node:os'
import { basename } from 'node:path'

const oldestNode = [24, 12] as const
const lowDiskBytes = { problem: 100e6, advice: 500e6 }
/** The clock of a machine without a battery starts before this. */
const plausibleSince = Date.UTC(2026, 0, 1)
const plausibleUntil = Date.UTC(2080, 0, 1)
const hour = 3_600
const sectorBytes = 512
/** Gigabytes a day that wear a card out within a few years. */
const heavyWriting = 20
/** A figure that the machine does not report. */
const unknown = '---'

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Undefined when the file cannot be read. */
const textOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

export const checkProgram = (program: string): DoctorFinding[] => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = oldestNode
  const isNew = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
  const { node } = process.versions
  const machine = `${process.platform} ${process.arch}`
  const wanted = oldestNode.join('.')
  const found = {
    check: 'program',
    details: { program, node, machine, wanted },
    message: `marinedata ${program} on Node ${node}, ${machine}`,
  } as const
  if (isNew) return [{ ...found, result: 'program-current', level: 'ok' }]
  const action = `Install Node ${wanted} or newer`
  return [{ ...found, result: 'program-old-node', level: 'problem', action }]
}

export const checkDisk = async (folder: string): Promise<DoctorFinding[]> => {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = {
    check: 'disk',
    details: { free: megabytes(free) },
    message: `${megabytes(free)} are free on the disk of the data folder`,
  } as const
  if (free >= lowDiskBytes.advice) return [{ ...found, result: 'disk-free', level: 'ok' }]
  const level = free < lowDiskBytes.problem ? 'problem' : 'advice'
  const action = 'Delete charts, old backups and folders named “…-before-restore-…”, or use a larger disk'
  return [{ ...found, result: 'disk-low', level, action }]
}

/** The wear that eMMC and some SD cards report, in steps of 10 %: 1 is 0 to 10 %, 11 is beyond its life. */
const wearOf = (device: string): number => {
  const steps = textOf(`/sys/block/${device}/device/life_time`)?.split(/\s+/).map(Number) ?? []
  return Math.max(0, ...steps.filter(Number.isFinite))
}

/** Undefined until the machine has run for an hour. */
const gigabytesPerDay = (device: string): number | undefined => {
  const bytes = Number(textOf(`/sys/block/${device}/stat`)?.split(/\s+/)[6] ?? Number.NaN) * sectorBytes
  const perDay = (bytes / uptime()) * 24 * hour
  return uptime() > hour && Number.isFinite(perDay) ? perDay / 1e9 : undefined
}

const lifeText = (used: string | undefined): string =>
  used === undefined ? 'it does not report its wear' : `up to ${used} of its life is used`

const cardFinding = (device: string): DoctorFinding => {
  const perDay = gigabytesPerDay(device)
  const rate = perDay === undefined ? undefined : `${perDay.toFixed(1)} GB`
  const wear = wearOf(device)
  const used = wear === 0 ? undefined : `${Math.min(wear, 10) * 10} %`
  const written = rate === undefined ? '' : `, ${rate} written a day since it was started`
  const found = {
    check: 'card',
    details: { device, used: used ?? unknown, written: rate ?? unknown },
    message: `Card ${device}: ${lifeText(used)}${written}`,
  } as const
  if (wear >= 9) {
    const action = 'Make a backup now and replace the card'
    return { ...found, result: 'card-worn', level: 'problem', action }
  }
  if (perDay !== undefined && perDay > heavyWriting) {
    const action = 'Find the program that writes so much, for example with iotop'
    return { ...found, result: 'card-written-often', level: 'advice', action }
  }
  return { ...found, result: 'card-healthy', level: 'ok' }
}

export const checkCards = (): DoctorFinding[] =>
  globSync('/sys/block/mmcblk*')
    .map((path) => basename(path))
    .filter((name) => /^mmcblk\d+$/.test(name))
    .map(cardFinding)

export const checkClock = (now: Date): DoctorFinding[] => {
  const time = now.toISOString()
  const found = { check: 'clock', details: { time } } as const
  const message = `The clock says ${time}`
  if (now.getTime() < plausibleSince || now.getTime() > plausibleUntil) {
    const action = 'Set the clock: connect to the internet once, or add a clock with a battery'
    return [{ ...found, result: 'clock-wrong', level: 'problem', message, action }]
  }
  const isWaiting = existsSync('/run/systemd/timesync') && !existsSync('/run/systemd/timesync/synchronized')
  if (!isWaiting) return [{ ...found, result: 'clock-plausible', level: 'ok', message }]
  const uncorrected = `${message}; nothing has corrected it since the start`
  const action = 'Connect to the internet once, or compare it with the time of the GPS'
  return [{ ...found, result: 'clock-not-corrected', level: 'advice', message: uncorrected, action }]
}

const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    // In a container the user may have only a number.
    return String(process.getuid?.() ?? 'this user')
  }
}

const canUse = (device: string): boolean => {
  try {
    accessSync(device, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

const notPermitted = (refused: readonly string[]): DoctorFinding[] => {
  if (refused.length === 0) return []
  const [user, devices] = [userName(), refused.join(', ')]
  return [
    {
      check: 'devices',
      result: 'devices-not-permitted',
      details: { user, devices },
      level: 'problem',
      message: `The user ${user} may not use ${devices}`,
      action: `Run “sudo usermod -aG dialout ${user}” and start the machine again`,
    },
  ]
}

const downFinding = (device: string): DoctorFinding => ({
  check: 'devices',
  result: 'can-down',
  details: { device },
  level: 'problem',
  message: `The CAN interface ${device} is down`,
  action: `Run “sudo ip link set ${device} up type can bitrate 250000”`,
})

export const checkDevices = (): DoctorFinding[] => {
  const ports = globSync('/dev/tty{USB,ACM,AMA}*').toSorted()
  const buses = globSync('/sys/class/net/can*')
    .map((path) => basename(path))
    .toSorted()
  const down = buses.filter((name) => textOf(`/sys/class/net/${name}/operstate`) === 'down')
  const problems = [...notPermitted(ports.filter((port) => !canUse(port))), ...down.map(downFinding)]
  if (problems.length > 0) return problems
  const devices = [...ports, ...buses].join(', ')
  const check = 'devices'
  if (devices !== '') {
    const message = `Found ${devices}`
    return [{ check, result: 'devices-found', details: { devices }, level: 'ok', message }]
  }
  const message = 'No serial ports or CAN interfaces were found'
  return [{ check, result: 'devices-none', details: {}, level: 'ok', message }]
}

export const checkNetwork = (): DoctorFinding[] => {
  const check = 'network'
  const addresses = Object.values(networkInterfaces())
    .flatMap((list = []) => list.filter(({ internal, address }) => !internal && !address.startsWith('fe80')))
    .map(({ address }) => address)
    .join(', ')
  const host = hostname()
  if (addresses !== '') {
    const message = `${host} has the addresses ${addresses}`
    return [{ check, result: 'network-connected', details: { host, addresses }, level: 'ok', message }]
  }
  const message = 'This machine has no network: phones cannot reach it'
  const action = 'Connect this machine to the network of the boat, by cable or Wi-Fi'
  return [{ check, result: 'network-none', details: {}, level: 'problem', message, action }]
}
