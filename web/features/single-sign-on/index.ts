export { ConnectionForm, ConnectionState, type ConnectionKind } from './connection-settings.tsx'
export { DomainList, type DomainKind } from './domain-settings.tsx'
export { formatPracticeLevels, parseGroupConnectionForm } from './single-sign-on-form.ts'
