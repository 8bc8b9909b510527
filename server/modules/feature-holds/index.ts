export { featureHoldHandlers } from './feature-hold-handlers.ts'
export { heldFrom, readHolds } from './feature-hold-store.ts'
