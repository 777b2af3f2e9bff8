import { describeHistoryProvider } from '@marinedata/plugin-api/testing'
import { join } from 'node:path'

describeHistoryProvider(join(import.meta.dirname, '..'))
