export { viewingProof } from './viewing-proof.ts'
export { isVideoDue, lastViewingTold, videosOf, type ViewingRow } from './viewing-rules.ts'
export { noteViewings, viewingsOf } from './viewing-store.ts'
export { viewingSummary } from './viewing-view.ts'
