import { describeAlertChannelProvider } from '@marinedata/plugin-api/testing'

describeAlertChannelProvider(new URL('..', import.meta.url))
