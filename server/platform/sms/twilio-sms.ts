import type { SmsSender } from './sms.ts'
import { codeOf, outcomeOfStatus, outcomeOfNetworkError, SmsError } from './sms-error.ts'

export type TwilioSettings = {
  accountSid: string
  authToken: string
  from: string
  api: string
  /** Where Twilio tells what became of each text; the message's own name is added to it. */
  statusAddress?: string | null
}

const answer_ms_max = 30_000

/** Numbers of a pool are named by their messaging service. */
const senderOf = (from: string): Record<string, string> =>
  from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }

/** Texts by Twilio's Programmable Messaging API; its name for a message is `sid`. */
export function openTwilio({ accountSid, authToken, from, api, statusAddress }: TwilioSettings): SmsSender {
  const url = `${api}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  async function post(body: URLSearchParams): Promise<{ status: number; sid: string | null }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization },
        body,
        // Our credentials go to the address that is configured, and nowhere else.
        redirect: 'error',
        signal: AbortSignal.timeout(answer_ms_max),
      })
      const told = (await response.json().catch(() => ({}))) as { sid?: unknown }
      return { status: response.status, sid: typeof told.sid === 'string' ? told.sid : null }
    } catch (error) {
      const code = codeOf(error)
      throw new SmsError(outcomeOfNetworkError(code), code)
    }
  }

  return {
    async send({ id, to, text }) {
      const callback = statusAddress ? { StatusCallback: `${statusAddress}?message=${id}` } : {}
      const { status, sid } = await post(
        new URLSearchParams({ To: to, ...senderOf(from), Body: text, ...callback }),
      )
      if (status >= 200 && status < 300) return { providerId: sid ?? 'unnamed' }
      throw new SmsError(outcomeOfStatus(status), `HTTP ${status}`)
    },
  }
}
