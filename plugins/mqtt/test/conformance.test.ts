import { describePlugin } from '@marinedata/plugin-api/testing'

describePlugin(new URL('..', import.meta.url))
