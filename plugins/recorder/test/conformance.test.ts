import { describePlugin } from '@marinedata/plugin-api/testing'
import { join } from 'node:path'

describePlugin(join(import.meta.dirname, '..'))
