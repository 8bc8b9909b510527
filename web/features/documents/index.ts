export { documentHref, DocumentList } from './document-list.tsx'
export { useDocumentWaiting } from './use-document-waiting.ts'
