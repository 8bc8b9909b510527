export { createSavedMailer } from './saved-mailer.ts'
export { createSavedServices, findUnconfiguredParts } from './saved-services.ts'
export { readStartupSettings } from './startup-settings.ts'
