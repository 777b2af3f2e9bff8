import type { FunctionComponent } from 'preact'
import { HelmScreen } from '#screens/helm/helm-screen.tsx'
import { MoreScreen } from '#screens/more/more-screen.tsx'
import type { ScreenId } from './router.ts'

type Loading = Promise<FunctionComponent> | FunctionComponent

/** The helm is part of the first load. Every other screen is loaded when it is opened. */
export const loadScreen: Readonly<Record<ScreenId, () => Loading>> = {
  helm: () => HelmScreen,
  more: () => MoreScreen,
  chart: async () => (await import('#screens/chart/chart-screen.tsx')).ChartScreen,
  anchor: async () => (await import('#screens/anchor/anchor-screen.tsx')).AnchorScreen,
  alerts: async () => (await import('#screens/alerts/alerts-screen.tsx')).AlertsScreen,
  data: async () => (await import('#screens/data/data-screen.tsx')).DataScreen,
  devices: async () => (await import('#screens/devices/devices-screen.tsx')).DevicesScreen,
  access: async () => (await import('#screens/access/access-screen.tsx')).AccessScreen,
  settings: async () => (await import('#screens/settings/settings-screen.tsx')).SettingsScreen,
}
