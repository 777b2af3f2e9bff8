import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fitsName, fitsPath, patternOf, type PortPattern } from './port-pattern.ts'
import { byIdFolder, portNameOf, type PortName } from './port-name.ts'

/** A serial port that is there now. */
export interface FoundPort extends PortName {
  /** The device itself, without links. */
  readonly device: string
}

export interface PortScanOptions {
  /** Where else to look. */
  readonly ports: readonly string[]
  /** What is never opened: another program reads it. */
  readonly ignored: readonly string[]
}

const usualPatterns = [`${byIdFolder}/*`, '/dev/ttyUSB*', '/dev/ttyACM*', '/dev/ttyAMA*']
const mostPorts = 64

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    // Without USB adapters there is no such folder.
    return []
  }
}

/** The paths that fit, pattern by pattern; a folder that several patterns name is read once. */
const pathsAt = (patterns: readonly PortPattern[]): readonly string[] => {
  const namesByFolder = new Map<string, readonly string[]>()
  return patterns.flatMap((pattern) => {
    const names = namesByFolder.get(pattern.folder) ?? namesIn(pattern.folder)
    namesByFolder.set(pattern.folder, names)
    return names.filter((name) => fitsName(pattern, name)).map((name) => join(pattern.folder, name))
  })
}

/** The ports on which the machine talks to its own console. */
const consoles = (): ReadonlySet<string> => {
  try {
    const lines = readFileSync('/proc/consoles', 'latin1').split('\n')
    return new Set(lines.map((line) => `/dev/${line.split(' ', 1)[0] ?? ''}`))
  } catch {
    return new Set()
  }
}

/** The device behind a path; undefined when there is none, or it is no device that reads letter by letter. */
const deviceAt = (path: string): string | undefined => {
  try {
    const device = realpathSync(path)
    return statSync(device).isCharacterDevice() ? device : undefined
  } catch {
    return undefined
  }
}

/**
 * Looks for serial ports: by what is plugged in, by the usual names, and where the settings say. Reads synchronously: these
 * folders are the kernel's and answer at once, and handing each call to another thread would wake an idle machine 25 times
 * a second.
 */
export class PortScan {
  readonly #patterns: readonly PortPattern[]
  readonly #ignored: readonly PortPattern[]

  constructor({ ports, ignored }: PortScanOptions) {
    this.#patterns = [...usualPatterns, ...ports].map(patternOf)
    this.#ignored = ignored.map(patternOf)
  }

  /** All that are there now, each device once: under the first name that it is found by. */
  find(): FoundPort[] {
    const paths = pathsAt(this.#patterns)
    if (paths.length === 0) return []
    const portById = new Map<string, FoundPort>()
    const passedOver = new Set(consoles())
    for (const path of paths) {
      const device = deviceAt(path)
      if (device === undefined || passedOver.has(device) || portById.size >= mostPorts) continue
      passedOver.add(device)
      const name = portNameOf(path)
      if (!this.#isIgnored(path, device) && !portById.has(name.id)) portById.set(name.id, { ...name, device })
    }
    return [...portById.values()]
  }

  #isIgnored(path: string, device: string): boolean {
    return this.#ignored.some((pattern) => fitsPath(pattern, path) || fitsPath(pattern, device))
  }
}
