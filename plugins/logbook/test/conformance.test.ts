import { describePlugin } from '@marinedata/plugin-api/testing'
import { fileURLToPath } from 'node:url'

describePlugin(fileURLToPath(new URL('..', import.meta.url)))
