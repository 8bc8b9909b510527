import { codeOf } from './sms-error.ts'
import type { TwilioSettings } from './twilio-sms.ts'

const answer_ms_max = 10_000

/** What Twilio says of the account: whether it is in use, or the code of why it said nothing. */
export type TwilioAccount = { status: string; isTrial: boolean } | { code: string }

/** Reads the account that texts are sent from, with its own credentials; nothing is sent. */
export async function readTwilioAccount({
  accountSid,
  authToken,
  api,
}: Pick<TwilioSettings, 'accountSid' | 'authToken' | 'api'>): Promise<TwilioAccount> {
  try {
    const response = await fetch(`${api}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}.json`, {
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      redirect: 'error',
      signal: AbortSignal.timeout(answer_ms_max),
    })
    if (!response.ok) return { code: `HTTP ${response.status}` }
    const { status, type } = (await response.json()) as { status?: unknown; type?: unknown }
    return { status: typeof status === 'string' ? status : 'unknown', isTrial: type === 'Trial' }
  } catch (error) {
    return { code: codeOf(error) }
  }
}
