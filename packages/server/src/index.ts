export { describeServer, startServer, type RunningServer, type ServerOptions } from './compose.ts'
export { checkedSettings, loadSettings, Settings, settingsFaults } from './settings/settings.ts'
export { serverVersion } from './settings/server-version.ts'
