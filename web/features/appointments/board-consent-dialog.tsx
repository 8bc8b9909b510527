import type { ComponentProps } from 'react'
import { conversationDialogs } from '../consents/index.ts'

type BoardConsentDialogProps = { kind: 'confirm' | 'addendum' } & ComponentProps<
  typeof conversationDialogs.addendum
>

/** What is put on record of a consent from the board, in the dialogs of the consent's own page. */
export function BoardConsentDialog({ kind, ...given }: BoardConsentDialogProps) {
  const Dialog = kind === 'confirm' ? conversationDialogs.confirmation : conversationDialogs.addendum
  return <Dialog {...given} />
}
