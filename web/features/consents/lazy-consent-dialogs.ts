import { lazyPart } from '../../ui/plain/lazy-part.ts'

/** Dialogs that few visits open, so each is fetched when it is first shown (rulings 31). */
export const LinkDialog = lazyPart(async () => ({ default: (await import('./link-dialog.tsx')).LinkDialog }))
export const PreviewDialog = lazyPart(async () => ({
  default: (await import('./preview-dialog.tsx')).PreviewDialog,
}))
const lazyConversationDialog = <Name extends keyof typeof import('./conversation-dialogs.tsx')>(name: Name) =>
  lazyPart(async () => ({ default: (await import('./conversation-dialogs.tsx'))[name] }))

export const conversationDialogs = {
  addendum: lazyPart(async () => ({ default: (await import('./addendum-dialog.tsx')).AddendumDialog })),
  discussion: lazyConversationDialog('DiscussionDialog'),
  attestation: lazyConversationDialog('AttestationDialog'),
  verbal: lazyConversationDialog('VerbalDialog'),
  refusal: lazyConversationDialog('RefusalDialog'),
  confirmation: lazyConversationDialog('ReconfirmationDialog'),
  withdrawal: lazyPart(async () => ({ default: (await import('./withdrawal-dialog.tsx')).WithdrawalDialog })),
}
export const ReasonDialog = lazyPart(async () => ({
  default: (await import('../../ui/reason-dialog.tsx')).ReasonDialog,
}))
