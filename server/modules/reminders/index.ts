export { workingChannel } from './reminder-ladder-rules.ts'
export { nextAllowed } from './reminder-rules.ts'
export { policyOf } from './reminder-store.ts'
