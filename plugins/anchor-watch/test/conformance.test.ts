import { describeAnchorProvider } from '@marinedata/plugin-api/testing'
import { here } from './aboard.ts'

describeAnchorProvider(here, { observeMs: 100 })
