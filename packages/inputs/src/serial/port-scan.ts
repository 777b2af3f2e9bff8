import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fitsName, fitsPath, patternOf, type PortPattern } from './port-pattern.ts'
import { byIdFolder, portNameOf, type PortName } from './port-name.ts'

/** `search`: opened to find out what it sends. `offer`: listed, but opened only when chosen. `ignore`: not listed. */
export type PortRule = 'search' | 'offer' | 'ignore'

/** A serial port that is present. */
export interface FoundPort extends PortName {
  /** The device itself, with links resolved. */
  readonly device: string
  readonly rule: PortRule
}

export interface PortScanOptions {
  /** Further ports to search for. */
  readonly ports: readonly string[]
  /** Ports that are never opened, because another program uses them. */
  readonly ignored: readonly string[]
  /** What to do with a port that the settings do not name; default `search`. */
  readonly ruleFor?: (port: PortName) => PortRule
}

const usualPatterns = [`${byIdFolder}/*`, '/dev/ttyUSB*', '/dev/ttyACM*', '/dev/ttyAMA*']
const mostPorts = 64

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    // The folder does not exist without USB adapters.
    return []
  }
}

/** The matching paths of all patterns. A folder of several patterns is read once. */
const pathsAt = (patterns: readonly PortPattern[]): readonly string[] => {
  const namesByFolder = new Map<string, readonly string[]>()
  return patterns.flatMap((pattern) => {
    const names = namesByFolder.get(pattern.folder) ?? namesIn(pattern.folder)
    namesByFolder.set(pattern.folder, names)
    return names.filter((name) => fitsName(pattern, name)).map((name) => join(pattern.folder, name))
  })
}

/** The ports used by the system console. */
const consoles = (): ReadonlySet<string> => {
  try {
    const lines = readFileSync('/proc/consoles', 'latin1').split('\n')
    return new Set(lines.map((line) => `/dev/${line.split(' ', 1)[0] ?? ''}`))
  } catch {
    return new Set()
  }
}

/** The device behind a path; undefined when there is none or it is not a character device. */
const deviceAt = (path: string): string | undefined => {
  try {
    const device = realpathSync(path)
    return statSync(device).isCharacterDevice() ? device : undefined
  } catch {
    return undefined
  }
}

/**
 * Searches for serial ports: by adapter, by the usual names, and by the settings. Reads synchronously: these folders
 * are in the kernel's memory, and asynchronous calls would wake the thread pool of an idle machine 25 times a second.
 */
export class PortScan {
  readonly #patterns: readonly PortPattern[]
  readonly #named: readonly PortPattern[]
  readonly #ignored: readonly PortPattern[]
  readonly #ruleFor: (port: PortName) => PortRule

  constructor({ ports, ignored, ruleFor = () => 'search' }: PortScanOptions) {
    this.#patterns = [...usualPatterns, ...ports].map(patternOf)
    this.#named = ports.map(patternOf)
    this.#ruleFor = ruleFor
    this.#ignored = ignored.map(patternOf)
  }

  /** All present ports, each device once under the first name it is found by. */
  find(): FoundPort[] {
    const paths = pathsAt(this.#patterns)
    if (paths.length === 0) return []
    const portById = new Map<string, FoundPort>()
    const passedOver = new Set(consoles())
    for (const path of paths) {
      const device = deviceAt(path)
      if (device === undefined || passedOver.has(device) || portById.size >= mostPorts) continue
      passedOver.add(device)
      const port = this.#port(path, device)
      if (port.rule !== 'ignore' && !portById.has(port.id)) portById.set(port.id, port)
    }
    return [...portById.values()]
  }

  #port(path: string, device: string): FoundPort {
    const name = portNameOf(path)
    const fits = (pattern: PortPattern): boolean => fitsPath(pattern, path) || fitsPath(pattern, device)
    if (this.#ignored.some(fits)) return { ...name, device, rule: 'ignore' }
    return { ...name, device, rule: this.#named.some(fits) ? 'search' : this.#ruleFor(name) }
  }
}
