export { endProviderSessions } from './group-sign-on-store.ts'
