export { findFrame } from './program-embed-store.ts'
