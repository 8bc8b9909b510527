export { smartTokenAuthenticator } from './smart-app-token-handlers.ts'
