export { runCreate, type ProjectKind } from './run-create.ts'
