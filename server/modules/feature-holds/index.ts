export { heldFrom, readHolds } from './feature-hold-store.ts'
