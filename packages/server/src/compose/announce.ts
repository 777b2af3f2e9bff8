import type { PluginInput } from '@marinedata/model'
import { navicoGroup, PlotterAnnouncer, type AnnouncerOptions } from '../announce/plotter-announcer.ts'
import { tileMessage } from '../announce/plotter-tile.ts'
import { wiredNetworks } from '../announce/wired-networks.ts'
import { ownAddresses } from '../access/own-names.ts'
import type { Services } from '../announce/mdns/mdns-records.ts'
import { startMdns, type MdnsNetworks } from '../announce/mdns/start-mdns.ts'
import { familyVersion, familyWord } from '../family/family-names.ts'
import { isLoopback } from '../gate.ts'
import type { Base } from './feature.ts'
import { serverVersion } from '../settings/server-version.ts'
import { settingDefaults } from '../settings/settings.ts'

/** The networks in which the console is announced to plotters. */
export type PlotterNetworks = Pick<AnnouncerOptions, 'networks' | 'group' | 'everyMs'>

export interface AnnounceOptions {
  /** `wired`: announce in the wired networks of this machine. No announcements when absent. */
  readonly plotters?: 'wired' | PlotterNetworks
  /** `all`: announce the names and services in all networks of this machine. No announcements when absent. */
  readonly mdns?: 'all' | MdnsNetworks
}

interface AnnounceParts
  extends AnnounceOptions, Pick<Base, 'settings' | 'log' | 'isOpen' | 'names' | 'self' | 'family'> {
  readonly port: number
  /** Has the inputs of all plugins. */
  readonly pluginHost: { inputs(): readonly { readonly input: PluginInput }[] }
}

/** The protocol of the inputs of the plugin nmea0183. */
const nmeaProtocol = 'NMEA 0183'

const wired: PlotterNetworks = { networks: wiredNetworks, group: navicoGroup }

const isEverywhere = (host: string | undefined): boolean =>
  host === undefined || host === '::' || host === '0.0.0.0'

/** Announces the console to plotters. */
const announceToPlotters = ({
  plotters,
  settings,
  log,
  port,
}: AnnounceParts): PlotterAnnouncer | undefined => {
  const { host, name: boat, announce, access } = settings
  if (plotters === undefined || announce?.plotters === false) return undefined
  const { networks, ...announcement } = plotters === 'wired' ? wired : plotters
  return new PlotterAnnouncer({
    ...announcement,
    networks: () => networks().filter(({ address }) => isEverywhere(host) || address === host),
    message: ({ address }) => tileMessage({ address, port, needsTls: access?.requireTls === true, boat }),
    onFault: ({ name }, error) =>
      log.warn(
        { event: 'announce.failed', network: name, err: error },
        'console announcement to plotters failed',
      ),
  })
}

/** Services of the Signal K family, under the names that its apps and sensors look for. */
const familyServices = ({ settings, family, port, self, names }: AnnounceParts): Services => {
  if (!family.isOpen) return {}
  const { mmsi } = settings
  const texts = [
    'txtvers=1',
    `swvers=${familyVersion}`,
    'roles=master, main',
    `self=${self.slice(self.indexOf('.') + 1)}`,
    `vname=${names.title}`,
    ...(mmsi === undefined ? [] : [`vmmsi=${mmsi}`]),
  ]
  const types =
    settings.access?.requireTls === true
      ? [`_${familyWord}-https`, `_${familyWord}-wss`]
      : [`_${familyWord}-http`, `_${familyWord}-ws`]
  return Object.fromEntries(types.map((type) => [type, { port, texts }]))
}

/** The server for NMEA 0183 of a plugin, while it is open and not for this machine only. */
const nmeaServices = ({ pluginHost }: AnnounceParts): Services => {
  for (const { input } of pluginHost.inputs()) {
    const { address, protocol, clients } = input
    const [, host = '', port] = /^tcp:\/\/(.*):(\d+)$/.exec(address) ?? []
    if (protocol === nmeaProtocol && clients !== undefined && port !== undefined && !isLoopback(host))
      return { '_nmea-0183': { port: Number(port), texts: ['txtvers=1'] } }
  }
  return {}
}

/** The services of the boat, for apps and browsers that look for them. */
const servicesOf = (parts: AnnounceParts): Services => {
  const { settings, port } = parts
  const word = settings.productWord ?? settingDefaults.productWord
  const page = { port, texts: ['path=/'] }
  const texts = ['txtvers=1', `version=${serverVersion}`, 'roles=main', `path=/${word}`, 'tls=1']
  return {
    [`_${word}`]: { port, texts },
    _https: page,
    ...(settings.access?.requireTls !== true && { _http: page }),
    ...familyServices(parts),
    ...nmeaServices(parts),
  }
}

/** Announces the names and services of the server in the local networks. */
const announceNames = (parts: AnnounceParts): AsyncDisposable | undefined => {
  const { mdns, settings, log, names } = parts
  const { host, announce } = settings
  if (mdns === undefined || announce?.mdns === false) return undefined
  return startMdns({
    names,
    ownAddresses,
    services: () => servicesOf(parts),
    ...(mdns !== 'all' && mdns),
    isServed: (address) => isEverywhere(host) || address === host,
    onFault: (error) => log.warn({ event: 'mdns.failed', err: error }, 'names are not announced'),
    onNames: (announced) => log.info({ event: 'mdns.announced', names: announced }, 'names announced'),
  })
}

/** Announces the server, unless it is reachable only from this machine or the settings disable it. */
export const composeAnnouncers = (parts: AnnounceParts): AsyncDisposable => {
  const { host } = parts.settings
  const announcers = new AsyncDisposableStack()
  if (parts.isOpen || (host !== undefined && isLoopback(host))) return announcers
  announcers.use(announceToPlotters(parts))
  announcers.use(announceNames(parts))
  return announcers
}
