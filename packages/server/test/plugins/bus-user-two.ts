import { runPlugin } from '@marinedata/plugin-api'
import { busUser } from './bus-user.ts'

if (import.meta.main) await runPlugin(busUser('bus-user-two'))
