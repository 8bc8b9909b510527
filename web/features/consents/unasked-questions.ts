import type { ApiError } from '../../api.ts'
import type { Confirmation } from '../../ui/alert-provider.tsx'

type SendOptions = {
  /** Whoever sends has seen them on this screen already. */
  isAcknowledged: boolean
  confirm: (question: Confirmation) => Promise<boolean>
}

/**
 * Sends. Questions that turn out not to be asked, and may stop the treatment, are named, and it is sent anyway only once
 * somebody says so; null where they would rather ask.
 */
export async function sendNamingUnasked<Sent>(
  send: (unaskedAcknowledged: boolean) => Promise<Sent>,
  { isAcknowledged, confirm }: SendOptions,
): Promise<Sent | null> {
  try {
    return await send(isAcknowledged)
  } catch (error) {
    const { reason, details } = error as ApiError
    if (reason !== 'questions-unasked') throw error
    const isConfirmed = await confirm({
      title: 'Ask first: these answers may stop the treatment',
      text: String(details['questions']),
      confirm: 'Not asked yet: send anyway',
      cancel: 'Go back and ask',
    })
    return isConfirmed ? send(true) : null
  }
}
