import { isNormal, severityOf, type Condition } from '@marinedata/model'
import type { DeviceAlert } from './bus-reader.ts'

/** A bus has 252 addresses; devices that change their NAME must not fill the memory. */
const limits = { paths: 1_024, devices: 256 }

/**
 * Several devices may report the same alert, such as two gateways of one engine. It is raised while one of them reports
 * it: the worst condition counts.
 */
export class WorstAlerts {
  readonly #conditions = new Map<string, Map<string, Condition>>()

  /** Number of alerts that are active. */
  get size(): number {
    return this.#conditions.size
  }

  /** The condition that now counts at the path of an alert. */
  take({ path, device, condition }: DeviceAlert): Condition {
    const byDevice = this.#conditions.get(path) ?? new Map<string, Condition>()
    // Normal conditions are not stored.
    if (isNormal(condition.state)) byDevice.delete(device)
    else remember(byDevice, device, condition)
    this.#conditions.delete(path)
    if (byDevice.size > 0) this.#conditions.set(path, byDevice)
    const [oldest] = this.#conditions.keys()
    if (this.#conditions.size > limits.paths && oldest !== undefined) this.#conditions.delete(oldest)
    return [...byDevice.values()].reduce(worse, condition)
  }
}

const worse = (one: Condition, other: Condition): Condition =>
  severityOf(other.state) > severityOf(one.state) ? other : one

/** The least severe condition gives way: a flood of others lowers no alert. */
const remember = (byDevice: Map<string, Condition>, device: string, condition: Condition): void => {
  byDevice.set(device, condition)
  if (byDevice.size <= limits.devices) return
  const [least] = [...byDevice].toSorted(
    ([, one], [, other]) => severityOf(one.state) - severityOf(other.state),
  )
  if (least !== undefined) byDevice.delete(least[0])
}
