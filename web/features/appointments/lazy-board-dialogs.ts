import { lazyPart } from '../../ui/plain/lazy-part.ts'

/** Each is fetched when it is first opened: the board itself comes first (rulings 31). */
export const AppointmentDialog = lazyPart(async () => ({
  default: (await import('./appointment-dialog.tsx')).AppointmentDialog,
}))
export const StartTreatmentDialog = lazyPart(async () => ({
  default: (await import('./start-dialog.tsx')).StartTreatmentDialog,
}))
export const UndoStartButton = lazyPart(async () => ({
  default: (await import('./undo-start-button.tsx')).UndoStartButton,
}))
export const BoardConsentDialog = lazyPart(async () => ({
  default: (await import('./board-consent-dialog.tsx')).BoardConsentDialog,
}))
export const PrepareConsentsButton = lazyPart(async () => ({
  default: (await import('./prepare-consents-button.tsx')).PrepareConsentsButton,
}))
const lazyBoardDialog = <Name extends keyof typeof import('./board-dialogs.tsx')>(name: Name) =>
  lazyPart(async () => ({ default: (await import('./board-dialogs.tsx'))[name] }))
export const SiteCheckDialog = lazyBoardDialog('SiteCheckDialog')
export const CopyAppointmentDialog = lazyBoardDialog('CopyAppointmentDialog')
