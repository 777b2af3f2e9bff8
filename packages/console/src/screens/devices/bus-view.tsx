import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useComputed } from '@preact/signals'
import type { BusNode } from '@marinedata/model'
import { useBoat } from '#boat/boat.ts'
import { kindText, makeOf, silentMs, sortedDevices, titleOf, type FoundBus } from '#inputs/buses.ts'
import { ageText } from '#words/durations.ts'
import { t } from '#words/screen-words.ts'
import { pluginTitle } from './plugin-names.ts'

/** Milliseconds since a device was last heard; undefined when it never was. */
const useAge = ({ lastHeard }: BusNode): (() => number | undefined) => {
  const boat = useBoat()
  return () => (lastHeard === undefined ? undefined : boat.now.value - boat.receivedAt(lastHeard))
}

/** The server hears of a device that only keeps sending every few seconds: a short age would mean nothing. */
const heardText = (ageMs: number | undefined): string => {
  if (ageMs === undefined) return t('devices.bus.never')
  return ageMs > silentMs ? t('devices.bus.heard', { age: ageText(ageMs) }) : t('devices.bus.live')
}

/** The numbers of a device. */
const numbersOf = ({ address, serialNumber, softwareVersion, instance }: BusNode): string[] => [
  ...(address === undefined ? [] : [t('devices.bus.address', { address })]),
  ...(serialNumber === undefined ? [] : [t('devices.bus.serial', { serial: serialNumber })]),
  ...(softwareVersion === undefined ? [] : [t('devices.bus.software', { version: softwareVersion })]),
  ...(instance === undefined ? [] : [t('devices.bus.instance', { instance })]),
]

const DeviceRow = ({ device }: { readonly device: BusNode }): JSX.Element => {
  const { name, source } = device
  const age = useAge(device)
  const heard = useComputed(() => heardText(age())).value
  const isSilent = useComputed(() => (age() ?? Infinity) > silentMs).value
  const make = makeOf(device)
  return (
    <li class="bus-device" data-testid={`device-${name}`} data-silent={isSilent}>
      <strong class="bus-title">{titleOf(device) ?? t('devices.bus.unknown')}</strong>
      <span class="bus-heard small">{heard}</span>
      {make !== '' && <span>{make}</span>}
      <span class="bus-numbers quiet small">
        {numbersOf(device).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
      {source !== undefined && (
        <span class="bus-source">
          {t('devices.bus.source')} <code>{source}</code>
        </span>
      )}
    </li>
  )
}

const sendingText = ({ canSend, address }: FoundBus): string => {
  if (!canSend) return t('devices.bus.listens')
  return address === undefined ? t('devices.bus.sendsThroughGateway') : t('devices.bus.sends', { address })
}

const usersText = ({ users }: FoundBus): string =>
  users.length === 0
    ? t('devices.bus.unused')
    : t('devices.bus.users', { plugins: users.map(pluginTitle).join(', ') })

/** How many devices there are, and how many of them are silent. */
const useSummary = ({ devices }: FoundBus): string => {
  const boat = useBoat()
  const silent = useComputed(() => {
    const isSilent = ({ lastHeard }: BusNode): boolean =>
      lastHeard === undefined || boat.now.value - boat.receivedAt(lastHeard) > silentMs
    return devices.filter(isSilent).length
  }).value
  const count = devices.length
  const all = count === 1 ? t('devices.bus.one') : t('devices.bus.count', { count })
  return silent === 0 ? all : `${all}, ${t('devices.bus.silent', { count: silent })}`
}

const Devices = ({ bus }: { readonly bus: FoundBus }): JSX.Element => {
  const [isOpen, setOpen] = useState(false)
  const listId = `bus-devices-${bus.plugin}-${bus.id}`
  const summary = useSummary(bus)
  return (
    <>
      <button
        type="button"
        class="button bus-open"
        aria-expanded={isOpen}
        aria-controls={listId}
        data-testid={`bus-open-${bus.id}`}
        onClick={() => setOpen(!isOpen)}
      >
        {summary}
      </button>
      <ul class="bus-devices" id={listId} hidden={!isOpen} aria-label={t('devices.bus.label', textsOf(bus))}>
        {isOpen &&
          sortedDevices(bus.devices).map((device) => <DeviceRow key={device.name} device={device} />)}
      </ul>
    </>
  )
}

const textsOf = ({ id, kind }: FoundBus) => ({ id, kind: kindText(kind) })

/** A bus: whether we may send on it, who uses it, and what is connected to it. */
export const BusRow = ({ bus }: { readonly bus: FoundBus }): JSX.Element => (
  <li class="inputs-row bus-row" data-testid={`bus-${bus.id}`} data-state="used">
    <span class="devices-dot" />
    <div class="inputs-words">
      <strong>{t('devices.bus.label', textsOf(bus))}</strong>
      <span class="inputs-facts quiet small">
        <span>{sendingText(bus)}</span>
        <span>{t('devices.bus.offeredBy', { plugin: pluginTitle(bus.plugin) })}</span>
        <span>{usersText(bus)}</span>
      </span>
      {bus.devices.length === 0 && <span class="quiet">{t('devices.bus.none')}</span>}
    </div>
    {bus.devices.length > 0 && <Devices bus={bus} />}
  </li>
)
