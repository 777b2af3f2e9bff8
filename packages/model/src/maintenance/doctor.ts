import { Type, type Static } from '#schema-language.ts'
import { doctorFaults } from './doctor-faults.ts'

/** What the doctor checks. */
export const doctorChecks = [
  'program',
  'folder',
  'disk',
  'card',
  'clock',
  'port',
  'devices',
  'network',
  'certificates',
  'plugins',
  'sandbox',
] as const
export type DoctorCheck = (typeof doctorChecks)[number]

/** Results with which all is well. */
const soundResults = [
  'program-current',
  'folder-usable',
  'disk-free',
  'card-healthy',
  'clock-plausible',
  'port-serving',
  'port-free',
  'devices-none',
  'devices-found',
  'network-connected',
  'certificate-valid',
  'plugins-running',
  'sandbox-used',
] as const

/** One result of a check. */
export const DoctorFinding = Type.Object(
  {
    check: Type.Enum([...doctorChecks]),
    result: Type.Enum([...soundResults, ...doctorFaults], {
      description: 'identifies message and action, for translations',
    }),
    details: Type.Record(Type.String(), Type.String(), {
      description: 'figures and names in message and action',
    }),
    level: Type.Enum(['ok', 'advice', 'problem'], {
      description: '`advice` can wait; a `problem` needs to be done',
    }),
    message: Type.String({ description: 'what was found, as a sentence in English' }),
    action: Type.Optional(
      Type.String({ description: 'what to do, as a sentence in English; absent when all is well' }),
    ),
  },
  { $id: 'DoctorFinding' },
)
export type DoctorFinding = Static<typeof DoctorFinding>

/** The results of all checks of the machine and the data folder. */
export const DoctorReport = Type.Object(
  {
    program: Type.String({ description: 'version of the program' }),
    checkedAt: Type.String(),
    findings: Type.Array(DoctorFinding),
  },
  { $id: 'DoctorReport' },
)
export type DoctorReport = Static<typeof DoctorReport>
