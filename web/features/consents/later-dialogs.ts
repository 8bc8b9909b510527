import { lazyPart } from '../../ui/plain/lazy-part.ts'

/** Dialogs that few visits open, so each is fetched when it is first shown (rulings 31). */
export const LinkDialog = lazyPart(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
const careDialog = <Name extends keyof typeof import('./care-dialogs.tsx')>(name: Name) =>
  lazyPart(async () => ({ default: (await import('./care-dialogs.tsx'))[name] }))

export const careDialogs = {
  discussion: careDialog('DiscussionDialog'),
  attestation: careDialog('AttestationDialog'),
  verbal: careDialog('VerbalDialog'),
  refusal: careDialog('RefusalDialog'),
  confirmation: careDialog('ConfirmationDialog'),
  withdrawal: lazyPart(async () => ({ default: (await import('./withdrawal-dialog.tsx')).WithdrawalDialog })),
}
export const ReasonDialog = lazyPart(async () => ({
  default: (await import('../../ui/reason-dialog.tsx')).ReasonDialog,
}))
