import { lazyPart } from '../../ui/plain/lazy-part.ts'

/** Each is fetched when it is first opened: the board itself comes first (rulings 31). */
export const AppointmentDialog = lazyPart(async () => ({
  default: (await import('./appointment-dialog.tsx')).AppointmentDialog,
}))
export const BoardConsentDialog = lazyPart(async () => ({
  default: (await import('./board-consent-dialog.tsx')).BoardConsentDialog,
}))
const lazyBoardDialog = <Name extends keyof typeof import('./board-dialogs.tsx')>(name: Name) =>
  lazyPart(async () => ({ default: (await import('./board-dialogs.tsx'))[name] }))
export const StartTreatmentDialog = lazyBoardDialog('StartTreatmentDialog')
export const SiteCheckDialog = lazyBoardDialog('SiteCheckDialog')
export const CopyAppointmentDialog = lazyBoardDialog('CopyAppointmentDialog')
