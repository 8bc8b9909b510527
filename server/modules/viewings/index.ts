export { viewingHandlers } from './viewing-handlers.ts'
export { isVideoDue, lastViewingTold, videosOf, viewingsHold, type ViewingRow } from './viewing-rules.ts'
export { noteViewings, viewingsOf, viewingsOfConsents } from './viewing-store.ts'
export { viewingSummary } from './viewing-view.ts'
