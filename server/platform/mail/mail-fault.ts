/**
 * What became of a message that was not accepted. 'refused': the server will not have it, trying again is useless.
 * 'not-taken': nothing left our hands, it may be tried again. 'unknown': it may or may not have been taken.
 */
export type MailFate = 'refused' | 'not-taken' | 'unknown'

/** Why a message was not sent. Says nothing of what the server answered, since servers repeat addresses. */
export class MailFault extends Error {
  override name = 'MailFault'
  readonly fate: MailFate
  readonly code: string
  constructor(fate: MailFate, code: string) {
    super(`The message was not sent (${fate}, ${code})`)
    this.fate = fate
    this.code = code
  }
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
export function fateOf({
  code = '',
  responseCode,
  permanent,
  syscall,
  timeoutType = '',
}: SmtpError): MailFate {
  if (messageCodes.has(code) && permanent !== false) return 'refused'
  const early = earlyCodes.has(code) || earlyTimeouts.has(timeoutType) || syscall === 'connect'
  return early || responseCode !== undefined ? 'not-taken' : 'unknown'
}
