export { viewingChainRecords } from './viewing-chain-records.ts'
export { isVideoRequired, lastRecordedViewing, videosOf, type ViewingRow } from './viewing-rules.ts'
export { recordPendingViewings, listViewings } from './viewing-store.ts'
export { patientViewingsOf, viewingSummary } from './viewing-view.ts'
