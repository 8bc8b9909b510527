import { lazy } from 'react'

/** Dialogs that few visits open, so each is fetched when it is first shown (rulings 31). */
export const LinkDialog = lazy(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
export const ReasonDialog = lazy(async () => ({
  default: (await import('./reason-dialog.tsx')).ReasonDialog,
}))
