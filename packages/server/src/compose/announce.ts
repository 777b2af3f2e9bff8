import type { Logger } from 'pino'
import { navicoGroup, PlotterAnnouncer, type AnnouncerOptions } from '../announce/plotter-announcer.ts'
import { tileMessage } from '../announce/plotter-tile.ts'
import { wiredNetworks } from '../announce/wired-networks.ts'
import { ownAddresses } from '../access/own-names.ts'
import { startMdns, type MdnsNetworks } from '../announce/mdns/start-mdns.ts'
import { isLoopback } from '../gate.ts'
import type { LocalNames } from '../local-names.ts'
import { serverVersion } from '../settings/server-version.ts'
import { settingDefaults, type Settings } from '../settings/settings.ts'

/** The networks in which the console is announced to plotters. */
export type PlotterNetworks = Pick<AnnouncerOptions, 'networks' | 'group' | 'everyMs'>

export interface AnnounceOptions {
  /** `wired`: announce in the wired networks of this machine. No announcements when absent. */
  readonly plotters?: 'wired' | PlotterNetworks
  /** `all`: announce the names and services in all networks of this machine. No announcements when absent. */
  readonly mdns?: 'all' | MdnsNetworks
}

interface AnnounceParts extends AnnounceOptions {
  readonly settings: Settings
  readonly log: Logger
  readonly isOpen: boolean
  readonly port: number
  readonly names: LocalNames
}

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

/** The services of the server, for apps and browsers that look for them. */
const textsByType = (settings: Settings): Readonly<Record<string, readonly string[]>> => {
  const word = settings.productWord ?? settingDefaults.productWord
  const page = ['path=/']
  return {
    [`_${word}`]: ['txtvers=1', `version=${serverVersion}`, 'roles=main', `path=/${word}`, 'tls=1'],
    _https: page,
    ...(settings.access?.requireTls !== true && { _http: page }),
  }
}

/** Announces the names and services of the server in the local networks. */
const announceNames = ({ mdns, settings, log, port, names }: AnnounceParts): AsyncDisposable | undefined => {
  const { host, announce } = settings
  if (mdns === undefined || announce?.mdns === false) return undefined
  return startMdns({
    names,
    ownAddresses,
    services: { port, textsByType: textsByType(settings) },
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
