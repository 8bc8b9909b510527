import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { DeliveryError } from '../../platform/delivery-error.ts'
import { readStripeAccount } from '../../platform/payments/stripe-account.ts'
import { requestTimestamp } from '../../platform/pdf/timestamp-request.ts'
import { readTimestamp } from '../../platform/pdf/timestamp-reader.ts'
import type { SmsSender, SmsSettings } from '../../platform/sms/sms.ts'
import { readTwilioAccount } from '../../platform/sms/twilio-account.ts'
import { createLanguageModel, type LanguageModelSettings } from '../clinical-notes/index.ts'
import { checkFailed, notConfigured, checkWarning, checkPassed, type Finding } from './check-finding.ts'
import type { PaymentSettings } from './saved-services.ts'

type Optional<Settings> = { off: true } | ({ off: false } & Settings)

const testSmsText = 'Candour: this is a test message. Nothing needs to be done.'

/** Reads the account at the provider, and sends a test text where a number is given. */
export async function checkSms(
  settings: SmsSettings,
  { recipient, sms }: { recipient: string; sms: SmsSender },
): Promise<Finding> {
  if (settings.off)
    return notConfigured(
      'No provider of text messages is set. Texts are files in the outbox folder of the data directory.',
    )
  const account = await readTwilioAccount(settings)
  const facts = { Provider: 'Twilio', From: settings.from }
  if ('code' in account) {
    const mend = 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and that this machine may connect out.'
    return checkFailed(`The provider did not let us read the account (${account.code}).`, mend, facts)
  }
  const accountFacts = { ...facts, Account: account.isTrial ? `${account.status}, trial` : account.status }
  if (account.status !== 'active')
    return checkFailed(
      'The account is not active.',
      'Sign in at Twilio and see what it asks for.',
      accountFacts,
    )
  if (!recipient) return checkPassed('The account is active. No test message was asked for.', accountFacts)
  try {
    await sms.send({ id: randomUUID(), to: recipient, text: testSmsText })
  } catch (error) {
    const code = error instanceof DeliveryError ? error.code : 'unknown'
    const mend = 'Check the number, with + and the country in front, and that TWILIO_FROM may send to it.'
    return checkFailed(`The account is active and the test text was not taken (${code}).`, mend, accountFacts)
  }
  return checkPassed('The provider took the test text. Look whether it arrives.', {
    ...accountFacts,
    'Test text to': recipient,
  })
}

/** Reads the account that the key belongs to. Nothing is charged. */
export async function checkPayments(billing: Optional<PaymentSettings>): Promise<Finding> {
  if (billing.off)
    return notConfigured('Stripe is not set. Nobody is charged; super administrators set plans by hand.')
  const account = await readStripeAccount(billing)
  if ('code' in account) {
    const mend =
      'Check the secret key: it begins with sk_ or rk_, and stands in Stripe under Developers, API keys.'
    return checkFailed(`Stripe did not let us read the account (${account.code}).`, mend)
  }
  const facts = {
    Account: account.id,
    Mode: account.isTest ? 'test, no real money' : 'live',
    Charges: account.takesCharges ? 'may be taken' : 'not enabled yet',
    'Signing secret': billing.webhookSecret.startsWith('whsec_')
      ? 'looks right'
      : 'does not begin with whsec_',
  }
  if (!billing.webhookSecret.startsWith('whsec_'))
    return checkWarning(
      'The key works. The signing secret does not look like one.',
      'Copy the signing secret of the webhook from Stripe: it begins with whsec_.',
      facts,
    )
  if (!account.takesCharges)
    return checkWarning(
      'The key works. The account may not take charges yet.',
      'Finish the account’s set-up in Stripe.',
      facts,
    )
  return checkPassed('The key works, and the account may take charges.', facts)
}

const timestamp_age_seconds_max = 60

/** Asks for a real token over random bytes, and looks whether its signature holds. */
export async function checkTimestamps(
  timestamps: Optional<{ url: string }>,
  { clock }: { clock: Clock },
): Promise<Finding> {
  if (timestamps.off)
    return notConfigured(
      'No time-stamp authority is set. Documents carry our own seal and its time, and nobody else’s.',
    )
  const facts = { Authority: new URL(timestamps.url).host }
  const mend = 'Check TSA_URL, and that this machine may connect out to it.'
  const bytes = randomBytes(32)
  let token: Uint8Array
  try {
    token = await requestTimestamp([bytes], timestamps.url)
  } catch {
    return checkFailed('The authority gave no token for what we asked.', mend, facts)
  }
  const { at, isSigned } = await readTimestamp(token, bytes)
  const told = { ...facts, 'Its time': `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC` }
  if (!isSigned)
    return checkFailed('The authority’s token is not signed as it should be.', 'Ask another authority.', told)
  const away_seconds = Math.abs(at.getTime() - clock.now().getTime()) / 1000
  if (away_seconds > timestamp_age_seconds_max)
    return checkWarning(
      'A token came and its signature holds. Its time is not ours.',
      'Look at the check of the clock.',
      told,
    )
  return checkPassed('A token came for a fresh hash, and its signature holds.', told)
}

const harmlessPrompt = {
  instructions:
    'You are being tested. Answer with empty lists for treatments, factors and placeholders, and null for the diagnosis.',
  note: 'This is a test. It is about nobody.',
}

const modelRemedies = {
  refused: 'Check LLM_API_KEY and LLM_MODEL: the provider refused the key, the model or the question.',
  busy: 'Try again in a minute. If it stays so, check LLM_BASE_URL.',
  slow: 'It took too long. Try again, or choose a quicker model.',
  unreadable: 'It did not answer in the form that was asked for. Choose another model.',
} as const

/** Asks the model a fixed question about nobody. */
export async function checkLanguageModel(settings: Optional<LanguageModelSettings>): Promise<Finding> {
  if (settings.off) return notConfigured('No language model is set. Notes are read by rules alone.')
  const facts = { Model: settings.model, Endpoint: new URL(settings.baseUrl).host }
  const { outcome } = await createLanguageModel(settings)(harmlessPrompt)
  if (outcome === 'answered') return checkPassed('The model answered in the form that was asked for.', facts)
  return checkFailed(`The model gave no answer that can be used (${outcome}).`, modelRemedies[outcome], facts)
}
