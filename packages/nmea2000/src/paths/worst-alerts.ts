import { isNormal, severityOf, type Condition } from '@marinedata/model'
import type { DeviceAlert } from './bus-reader.ts'

/**
 * Several devices may report the same alert, such as two gateways of one engine. It is raised while one of them reports
 * it: the worst condition counts.
 */
export class WorstAlerts {
  readonly #conditions = new Map<string, Map<string, Condition>>()

  /** The condition that now counts at the path of an alert. */
  take({ path, device, condition }: DeviceAlert): Condition {
    const byDevice = this.#conditions.get(path) ?? new Map<string, Condition>()
    // What is normal needs no memory.
    if (isNormal(condition.state)) byDevice.delete(device)
    else byDevice.set(device, condition)
    if (byDevice.size === 0) this.#conditions.delete(path)
    else this.#conditions.set(path, byDevice)
    return [...byDevice.values()].reduce(worse, condition)
  }
}

const worse = (one: Condition, other: Condition): Condition =>
  severityOf(other.state) > severityOf(one.state) ? other : one
