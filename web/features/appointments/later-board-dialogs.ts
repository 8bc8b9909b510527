import { lazy } from 'react'

/** Each is fetched when it is first opened: the board itself comes first (rulings 31). */
export const AppointmentDialog = lazy(async () => ({
  default: (await import('./appointment-dialog.tsx')).AppointmentDialog,
}))
const boardDialog = <Name extends keyof typeof import('./board-dialogs.tsx')>(name: Name) =>
  lazy(async () => ({ default: (await import('./board-dialogs.tsx'))[name] }))
export const StartDialog = boardDialog('StartDialog')
export const SiteCheckDialog = boardDialog('SiteCheckDialog')
export const CopyDialog = boardDialog('CopyDialog')
