import type { Log } from '../database/database.ts'
import { openSmsOutbox } from './sms-outbox.ts'
import { openTwilio, type TwilioSettings } from './twilio-sms.ts'

/** A text to a phone; `to` is a number in international form, '+447700900123'. */
export type OutgoingSms = {
  /** Ours, a uuid. */
  id: string
  to: string
  text: string
}

export type SmsSender = {
  /** Hands a text over and answers its name there; throws an `SmsError` that says what became of it otherwise. */
  send(outgoing: OutgoingSms): Promise<{ providerId: string }>
}

export type SmsSettings = { off: true } | ({ off: false } & TwilioSettings)

/** Texts by a provider where one is set, else into a folder of the data directory. */
export function openSms(
  sms: SmsSettings,
  { log, dataDir, statusAddress }: { log: Log; dataDir: string; statusAddress?: string },
): SmsSender {
  if (!sms.off) return openTwilio({ ...sms, statusAddress: statusAddress ?? null })
  log.warn({}, 'no SMS provider is set: texts are written to the outbox folder of the data directory')
  return openSmsOutbox(dataDir)
}
