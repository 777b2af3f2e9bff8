import { authorisePath, ControlCommands, ControlRegistry, type SendCommand } from '@marinedata/core'
import type { ControlCommand, PathMetadata } from '@marinedata/model'
import type { CommandRecording } from '#compose/fault-warnings.ts'
import type { Base, Feature } from '#compose/feature.ts'
import { controlRoutes, type SetControl } from '#http/routes/control-routes.ts'

const watchMs = 1_000

interface ControlParts {
  readonly send: SendCommand<ControlCommand>
  readonly recording: CommandRecording
}

export interface Controls extends Feature {
  readonly registry: ControlRegistry
  readonly set: SetControl
}

interface Label {
  readonly path: string
  readonly label: string
}

/** The labels of controls as metadata of their paths, each when it is new or has changed. */
const labelChanges = (): ((labels: readonly Label[]) => PathMetadata[]) => {
  const labelByPath = new Map<string, string>()
  return (labels) =>
    labels
      .filter(({ path, label }) => labelByPath.get(path) !== label)
      .map(({ path, label }) => {
        labelByPath.set(path, label)
        return { path, value: { displayName: label } }
      })
}

/** Values that plugins let people and programs set, such as switches, and the commands to their devices. */
export const controlFeature = ({ core, api }: Base, { send, recording }: ControlParts): Controls => {
  const { clock, counters, voice, intake } = core
  const newLabels = labelChanges()
  const labelsAt = (path: string): Label[] =>
    registry.devices.flatMap(({ details: { path: known, label } }) =>
      known === path && label !== undefined ? [{ path, label }] : [],
    )
  const registry = new ControlRegistry({
    clock,
    publish: (source, values) => {
      voice.publish(source, values, newLabels(values.flatMap(({ path }) => labelsAt(path))))
    },
    refusalOf: (path, value) => intake.refusalOfValue(path, value),
  })
  const commands = new ControlCommands({ clock, counters, registry, send, ...recording })
  const set: SetControl = async ({ path, value }, principal, requester) => {
    authorisePath(principal, path)
    return await commands.set(path, value, requester)
  }
  return {
    registry,
    set,
    routes: controlRoutes({ base: `${api}/vessels/self/controls`, list: () => registry.states, set }),
    tasks: [{ name: 'controls.watch', period: watchMs, run: () => registry.watch() }],
  }
}
