import { DeliveryError, type DeliveryOutcome } from '../delivery-error.ts'

/** Why a mail was not sent. */
export class MailError extends DeliveryError {
  override name = 'MailError'
}

/** What nodemailer says of a failure, as far as it decides the message's fate. */
export type SmtpError = {
  code?: string
  responseCode?: number
  permanent?: boolean
  syscall?: string
  timeoutType?: string
}

/** Failures before a message is offered: no server, no encryption, no permission to send. */
const earlyCodes = new Set([
  'EAUTH',
  'ECONFIG',
  'EDNS',
  'ENOAUTH',
  'EOAUTH2',
  'EPROXY',
  'EREQUIRETLS',
  'ETLS',
])
const earlyTimeouts = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT'])
/** Answers to the envelope or to the message itself; others are about the connection. */
const messageCodes = new Set(['EENVELOPE', 'EMESSAGE'])

/** A lost connection or a time-out after the start leaves open whether the server had taken the message. */
export function outcomeOfSmtpError({
  code = '',
  responseCode,
  permanent,
  syscall,
  timeoutType = '',
}: SmtpError): DeliveryOutcome {
  if (messageCodes.has(code) && permanent !== false) return 'refused'
  const early = earlyCodes.has(code) || earlyTimeouts.has(timeoutType) || syscall === 'connect'
  return early || responseCode !== undefined ? 'not-taken' : 'unknown'
}
