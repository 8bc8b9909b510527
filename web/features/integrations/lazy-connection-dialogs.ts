import { lazyPart } from '../../ui/plain/lazy-part.ts'

/** Dialogs whose scripts are fetched when somebody opens one. */
export const ApiKeyDialog = lazyPart(async () => ({
  default: (await import('./api-key-dialog.tsx')).ApiKeyDialog,
}))
export const EmbedOriginDialog = lazyPart(async () => ({
  default: (await import('./embed-origin-dialog.tsx')).EmbedOriginDialog,
}))
export const WebhookDialog = lazyPart(async () => ({
  default: (await import('./webhook-dialog.tsx')).WebhookDialog,
}))
export const WebhookRequestDialog = lazyPart(async () => ({
  default: (await import('./webhook-request-dialog.tsx')).WebhookRequestDialog,
}))
export const WebhookSecretDialog = lazyPart(async () => ({
  default: (await import('./webhook-dialog.tsx')).WebhookSecretDialog,
}))
