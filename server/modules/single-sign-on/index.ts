export { endProviderSessions } from './single-sign-on-group-store.ts'
