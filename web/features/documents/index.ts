export { documentHref, DocumentList } from './document-list.tsx'
export { useDocumentPolling } from './use-document-polling.ts'
