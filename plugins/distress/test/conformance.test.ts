import { describePlugin } from '@marinedata/plugin-api/testing'
import { here } from './aboard.ts'

describePlugin(here)
