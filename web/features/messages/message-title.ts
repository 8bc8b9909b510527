import type { MessageChannel } from '../../../contract/delivery-states.ts'
import { formatEmail } from '../../../contract/email-address.ts'
import type { ConsentMessage } from './message-words.ts'

const channelWords: Record<MessageChannel, string> = {
  email: 'E-mail',
  sms: 'Text message',
  letter: 'Letter',
}

const kindWords: Partial<Record<string, string>> = {
  reminder: 'reminder',
  'signed-copy': 'signed copy',
  'new-link': 'new link requested by the patient',
  'question-answered': 'answer to a question',
  'link-code': 'code to open the link',
  'supporter-link': 'link for a supporter',
  aftercare: 'after the treatment',
  survey: 'how it went',
}

/** How it was sent, and what for: 'E-mail to a@b.c', 'Text message to 07…, reminder'. */
export function messageTitle({
  channel,
  kind,
  recipient,
}: Pick<ConsentMessage, 'channel' | 'kind' | 'recipient'>): string {
  const what = [channelWords[channel], recipient && `to ${formatEmail(recipient)}`].filter(Boolean).join(' ')
  return [what, kindWords[kind]].filter(Boolean).join(', ')
}
