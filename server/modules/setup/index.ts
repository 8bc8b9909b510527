export { createSavedMailer } from './saved-mailer.ts'
export { createSavedServices, findUnconfiguredServices } from './saved-services.ts'
export { readStartupSettings } from './startup-settings.ts'
