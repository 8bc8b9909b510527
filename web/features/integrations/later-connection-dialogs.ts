import { lazy } from 'react'

/** Dialogs whose scripts are fetched when somebody opens one. */
export const ApiKeyDialog = lazy(async () => ({
  default: (await import('./api-key-dialog.tsx')).ApiKeyDialog,
}))
export const WebhookDialog = lazy(async () => ({
  default: (await import('./webhook-dialog.tsx')).WebhookDialog,
}))
export const WebhookSecretDialog = lazy(async () => ({
  default: (await import('./webhook-dialog.tsx')).WebhookSecretDialog,
}))
