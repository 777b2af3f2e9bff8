import { checkOf, MarineDataError, type Fault, type TSchema } from '@marinedata/model'
import {
  invalidSettings,
  schemaOfEntered,
  settingsWithDefaults,
  type PluginManifest,
} from '@marinedata/plugin-api/host'
import type { FoundPlugin } from '../discovery.ts'
import { claimOfAction, type ActionClaim } from '../plugin-action.ts'
import type { SchemaChecks } from './schema-checks.ts'

type Values = Readonly<Record<string, unknown>>

const nothing = { type: 'object', additionalProperties: false }

/**
 * Checks the settings of one plugin and the input of its actions. The schemas of a plugin that comes with the product
 * are part of the program and are used in the server: an anchor watch needs no other process to start.
 */
export class PluginSchemas {
  readonly #origin: FoundPlugin['origin']
  readonly #checks: Pick<SchemaChecks, 'faults'>

  constructor(origin: FoundPlugin['origin'], checks: Pick<SchemaChecks, 'faults'>) {
    this.#origin = origin
    this.#checks = checks
  }

  /**
   * Checks saved settings, with the defaults of the schema.
   * @throws MarineDataError `invalid-settings` with every fault, `busy` when the machine is too busy to check them
   */
  async checkSettings(schema: TSchema | undefined, given: Values): Promise<void> {
    const errors = await this.#faults(schema, settingsWithDefaults(schema, given))
    if (errors.length > 0) throw invalidSettings(errors)
  }

  /** Checks settings that a person enters: a misspelt name is also a fault. */
  async checkEntered(schema: TSchema | undefined, given: Values): Promise<void> {
    await this.checkSettings(schemaOfEntered(schema), given)
  }

  /**
   * The declaration of an action, when the input fits it.
   * @throws MarineDataError `not-found` for an unknown action, `invalid-body` for an input that does not fit, `busy`
   */
  async checkInput(
    manifest: PluginManifest,
    { action, input }: { readonly action: string; readonly input: unknown },
  ): Promise<ActionClaim> {
    const claim = claimOfAction(manifest, action)
    const errors = await this.#faults(claim.input, input)
    if (errors.length === 0) return claim
    throw new MarineDataError('invalid-body', `The input of action "${action}" is invalid`, { errors })
  }

  async #faults(schema: TSchema | undefined, value: unknown): Promise<readonly Fault[]> {
    if (schema === undefined || this.#origin === 'first-party')
      return checkOf(schema ?? nothing).faults(value)
    return await this.#checks.faults({ schema, value })
  }
}
