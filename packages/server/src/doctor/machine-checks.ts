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
  const message = `marinedata ${program} on Node ${process.versions.node}, ${process.platform} ${process.arch}`
  if (isNew) return [{ check: 'program', level: 'ok', message }]
  const action = `Install Node ${oldestNode.join('.')} or newer`
  return [{ check: 'program', level: 'problem', message, action }]
}

export const checkDisk = async (folder: string): Promise<DoctorFinding[]> => {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const message = `${megabytes(free)} are free on the disk of the data folder`
  if (free >= lowDiskBytes.advice) return [{ check: 'disk', level: 'ok', message }]
  const action = 'Delete charts, old backups and folders named “…-before-restore-…”, or use a larger disk'
  return [{ check: 'disk', level: free < lowDiskBytes.problem ? 'problem' : 'advice', message, action }]
}

/** The wear that eMMC and some SD cards report, in steps of 10 %: 1 is 0 to 10 %, 11 is beyond its life. */
const wearOf = (device: string): number => {
  const steps = textOf(`/sys/block/${device}/device/life_time`)?.split(/\s+/).map(Number) ?? []
  return Math.max(0, ...steps.filter(Number.isFinite))
}

const cardFinding = (device: string): DoctorFinding => {
  const written = Number(textOf(`/sys/block/${device}/stat`)?.split(/\s+/)[6] ?? Number.NaN) * sectorBytes
  const perDay = uptime() > hour ? (written / uptime()) * 24 * hour : Number.NaN
  const rate = Number.isFinite(perDay)
    ? `, ${(perDay / 1e9).toFixed(1)} GB written a day since it was started`
    : ''
  const wear = wearOf(device)
  const life =
    wear === 0 ? 'it does not report its wear' : `up to ${Math.min(wear, 10) * 10} % of its life is used`
  const message = `Card ${device}: ${life}${rate}`
  if (wear >= 9)
    return { check: 'card', level: 'problem', message, action: 'Make a backup now and replace the card' }
  if (perDay / 1e9 > heavyWriting)
    return {
      check: 'card',
      level: 'advice',
      message,
      action: 'Find the program that writes so much, for example with iotop',
    }
  return { check: 'card', level: 'ok', message }
}

export const checkCards = (): DoctorFinding[] =>
  globSync('/sys/block/mmcblk*')
    .map((path) => basename(path))
    .filter((name) => /^mmcblk\d+$/.test(name))
    .map(cardFinding)

export const checkClock = (now: Date): DoctorFinding[] => {
  const message = `The clock says ${now.toISOString()}`
  if (now.getTime() < plausibleSince || now.getTime() > plausibleUntil) {
    const action = 'Set the clock: connect to the internet once, or add a clock with a battery'
    return [{ check: 'clock', level: 'problem', message, action }]
  }
  const isWaiting = existsSync('/run/systemd/timesync') && !existsSync('/run/systemd/timesync/synchronized')
  if (!isWaiting) return [{ check: 'clock', level: 'ok', message }]
  const action = 'Connect to the internet once, or compare it with the time of the GPS'
  return [
    {
      check: 'clock',
      level: 'advice',
      message: `${message}; nothing has corrected it since the start`,
      action,
    },
  ]
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

export const checkDevices = (): DoctorFinding[] => {
  const ports = globSync('/dev/tty{USB,ACM,AMA}*').toSorted()
  const refused = ports.filter((port) => !canUse(port))
  const buses = globSync('/sys/class/net/can*')
    .map((path) => basename(path))
    .toSorted()
  const down = buses.filter((name) => textOf(`/sys/class/net/${name}/operstate`) === 'down')
  const found = [...ports, ...buses]
  const problems: DoctorFinding[] = []
  if (refused.length > 0)
    problems.push({
      check: 'devices',
      level: 'problem',
      message: `The user ${userName()} may not use ${refused.join(', ')}`,
      action: `Run “sudo usermod -aG dialout ${userName()}” and start the machine again`,
    })
  for (const name of down)
    problems.push({
      check: 'devices',
      level: 'problem',
      message: `The CAN interface ${name} is down`,
      action: `Run “sudo ip link set ${name} up type can bitrate 250000”`,
    })
  if (problems.length > 0) return problems
  const message =
    found.length === 0 ? 'No serial ports or CAN interfaces were found' : `Found ${found.join(', ')}`
  return [{ check: 'devices', level: 'ok', message }]
}

export const checkNetwork = (): DoctorFinding[] => {
  const addresses = Object.values(networkInterfaces()).flatMap((list = []) =>
    list
      .filter(({ internal, address }) => !internal && !address.startsWith('fe80'))
      .map(({ address }) => address),
  )
  if (addresses.length > 0)
    return [
      { check: 'network', level: 'ok', message: `${hostname()} has the addresses ${addresses.join(', ')}` },
    ]
  const action = 'Connect this machine to the network of the boat, by cable or Wi-Fi'
  return [
    {
      check: 'network',
      level: 'problem',
      message: 'This machine has no network: phones cannot reach it',
      action,
    },
  ]
}
