import { Type, type Static } from '#schema-language.ts'

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

/** One result of a check. */
export const DoctorFinding = Type.Object(
  {
    check: Type.Enum([...doctorChecks]),
    level: Type.Enum(['ok', 'advice', 'problem'], {
      description: '`advice` can wait; a `problem` needs to be done',
    }),
    message: Type.String({ description: 'what was found, as a sentence' }),
    action: Type.Optional(Type.String({ description: 'what to do, as a sentence; absent when all is well' })),
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
