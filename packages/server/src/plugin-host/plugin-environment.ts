import type {
  BusRegistry,
  Clock,
  CourseProviders,
  HistoryProviders,
  OneAtATime,
  ProvidedResources,
  Session,
  WeatherProviders,
} from '@marinedata/core'
import type { Scope } from '@marinedata/model'
import type { OwnVessel } from '@marinedata/plugin-api/host'
import type { Logger } from 'pino'
import type { PluginChoice } from '../storage/plugin-store.ts'
import type { BudgetLimits } from './budget/plugin-budget.ts'
import type { PluginActions, PluginValueStore } from './protocol-handlers.ts'
import type { PluginDevices } from './plugin-devices.ts'
import type { PluginOutlet } from './plugin-outlet.ts'
import type { ConsentStore } from './rights/consent.ts'
import type { RightsOptions } from './rights/plugin-rights.ts'
import type { SchemaChecks } from './schemas/schema-checks.ts'
import type { ProcessTree } from './supervision/process-tree.ts'

/** The parts of the server that all plugins share. */
export interface PluginEnvironment extends RightsOptions {
  readonly clock: Clock
  /** The processes of this machine, with which plugins are measured. */
  readonly processes: ProcessTree
  readonly log: Logger
  readonly own: OwnVessel
  readonly serverVersion: string
  /** Plugins named on the command line run with a debugger, and no deadline ends them. */
  readonly isInspected: boolean
  /** Creates the authorisation check of a plugin. */
  readonly gateOf: (plugin: string) => (scope: Scope) => void
  readonly actions: PluginActions
  readonly sessions: { open(outlet: PluginOutlet): Session; close(session: Session): void }
  /** Runs the changes that people make, in their order. */
  readonly changes: OneAtATime
  readonly store: PluginValueStore & ConsentStore & PluginChoices
  readonly devices: PluginDevices
  readonly resources: ProvidedResources
  readonly buses: BusRegistry
  readonly history: HistoryProviders
  readonly weather: WeatherProviders
  readonly courseProviders: CourseProviders
  /** Checks with the schemas of plugins that do not come with the product. */
  readonly schemaChecks: SchemaChecks
  /** The total for all plugins. */
  readonly budget: BudgetLimits
  /** Raises or clears the alarm about a plugin itself. */
  readonly alarm: (name: string, severity: 'normal' | 'warn' | 'alarm', message: string) => void
}

interface PluginChoices {
  choice(name: string): PluginChoice | undefined
  /** The change is on disk when it returns, or when the promise resolves. */
  decide(name: string, change: Partial<PluginChoice>): void | Promise<void>
}
