export { describeServer, startServer, type RunningServer, type ServerOptions } from './start-server.ts'
export { checkedSettings, Settings, settingsFaults } from './settings/settings.ts'
export { loadSettings } from './settings/settings-file.ts'
export { serverVersion } from './settings/server-version.ts'
