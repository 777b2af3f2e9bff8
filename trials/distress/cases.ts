import type { TrialCase } from './trial-case.ts'

export const caseNames = ['vectors', 'scenarios', 'wires', 'false', 'properties', 'kills', 'out'] as const
export type CaseName = (typeof caseNames)[number]

export const isCaseName = (name: string): name is CaseName => caseNames.some((known) => known === name)

/** The cases by name, each loaded when it runs. A name without a case fails. */
export const cases: Partial<Record<CaseName, () => Promise<TrialCase>>> = {
  vectors: async () => (await import('./vectors-case.ts')).vectorsCase,
  scenarios: async () => (await import('./scenarios.ts')).scenarios,
  kills: async () => (await import('./kills.ts')).kills,
  properties: async () => (await import('./properties.ts')).properties,
  out: async () => (await import('./out.ts')).out,
  wires: async () => (await import('./wires-case.ts')).wiresCase,
  false: async () => (await import('./false-case.ts')).falseCase,
}
