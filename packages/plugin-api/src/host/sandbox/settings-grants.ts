import { MarineDataError, type TSchema } from '@marinedata/model'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { settingMembers } from '../setting-members.ts'
import { isWithin } from './within.ts'

type Values = Readonly<Record<string, unknown>>

/** What the settings of a plugin let it read, beyond its own folder. */
export interface Grants {
  readonly files: readonly string[]
  /** Folders outside `/dev` in which it may look for serial ports. */
  readonly portFolders: readonly string[]
}

export const noGrants: Grants = { files: [], portFolders: [] }

const refuse = (member: string, message: string): never => {
  const errors = [{ path: `/${member}`, message }]
  throw new MarineDataError(
    'invalid-settings',
    `The settings are not acceptable:\n  /${member}: ${message}`,
    {
      errors,
    },
  )
}

const realPathOf = (path: string): string => (existsSync(path) ? realpathSync(path) : resolve(path))

const isInBoatFolder = (path: string, boatFolder: string | undefined): boolean =>
  boatFolder !== undefined && isWithin(realPathOf(boatFolder), realPathOf(path))

/** @throws MarineDataError `invalid-settings` when the path names anything but one file outside the boat's data folder */
const fileIn = (member: string, path: string, boatFolder: string | undefined): string => {
  if (isInBoatFolder(path, boatFolder))
    return refuse(member, `"${path}" is in the data folder of the boat. Name a file outside it`)
  if (existsSync(path) && !statSync(path).isFile())
    return refuse(member, `"${path}" is not a file. Name one file, not a folder or a device`)
  return path
}

/** @throws MarineDataError `invalid-settings` when the boat's data folder would be visible in that folder */
const portFolderIn = (member: string, pattern: string, boatFolder: string | undefined): string[] => {
  const folder = dirname(pattern)
  if (isWithin('/dev', folder) || !existsSync(folder)) return []
  if (
    isInBoatFolder(folder, boatFolder) ||
    (boatFolder !== undefined && isWithin(realPathOf(folder), boatFolder))
  )
    return refuse(member, `"${folder}" holds the data folder of the boat. Name another folder`)
  return [folder]
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (text): text is string => typeof text === 'string' && isAbsolute(text),
  )

/**
 * What a person has granted by setting it. A default of the schema grants nothing: it is the plugin's own text.
 * @param chosen the settings as a person has set them, without defaults
 * @throws MarineDataError `invalid-settings` when a setting names what may not be granted
 */
export const grantsOf = (
  schema: TSchema | undefined,
  chosen: Values,
  boatFolder: string | undefined,
): Grants => {
  const members = settingMembers(schema).map(([name, { grants }]) => ({
    name,
    grants,
    paths: Object.hasOwn(chosen, name) ? texts(chosen[name]) : [],
  }))
  const granting = (kind: string) => members.filter(({ grants }) => grants === kind)
  return {
    files: granting('read').flatMap(({ name, paths }) => paths.map((path) => fileIn(name, path, boatFolder))),
    portFolders: granting('ports').flatMap(({ name, paths }) =>
      paths.flatMap((path) => portFolderIn(name, path, boatFolder)),
    ),
  }
}
