export { programAuthenticator } from './api-key-handlers.ts'
