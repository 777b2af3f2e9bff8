import { DoctorReport } from '@marinedata/model'
import { examine } from '#doctor/examine.ts'
import type { Base, Feature } from '#compose/feature.ts'
import { route } from '#http/route.ts'
import type { PluginHost } from '#plugin-host/plugin-host.ts'
import { serverVersion } from '#settings/server-version.ts'
import { readListenAddress } from '../access.ts'

/** The checks of `marinedata doctor`, for owners. */
export const doctorFeature = ({ folder, settings, store, api }: Base, plugins: PluginHost): Feature => ({
  routes: [
    route({
      method: 'GET',
      path: `${api}/doctor`,
      scope: 'admin',
      operationId: 'getDoctorReport',
      summary: 'Checks the machine and the data folder, and says what to do',
      responses: { 200: { description: 'What was found', schema: DoctorReport } },
      handle: () =>
        examine({
          folder,
          program: serverVersion,
          port: readListenAddress(store).port,
          isServing: true,
          certificate: settings.tls?.certificate,
          plugins: plugins.reports(),
          sandbox: plugins.isolation.sandbox,
        }),
    }),
  ],
})
