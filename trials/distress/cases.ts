import type { TrialCase } from './trial-case.ts'

export const caseNames = ['vectors', 'scenarios', 'wires', 'false', 'properties', 'kills', 'out'] as const
export type CaseName = (typeof caseNames)[number]

/** The cases by name, each loaded when it runs. */
export const cases: Readonly<Record<CaseName, () => Promise<TrialCase>>> = {
  vectors: async () => (await import('./vectors-case.ts')).vectorsCase,
  scenarios: async () => (await import('./scenarios.ts')).scenarios,
  kills: async () => (await import('./kills.ts')).kills,
  properties: async () => (await import('./properties.ts')).properties,
  out: async () => (await import('./out.ts')).out,
  wires: async () => (await import('./wires-case.ts')).wiresCase,
  false: async () => (await import('./false-case.ts')).falseCase,
}
