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

const testSmsText = 'Candour: this is a test message. No action is needed.'

/** Reads the account at the provider, and sends a test text where a number is given. */
export async function checkSms(
  settings: SmsSettings,
  { recipient, sms }: { recipient: string; sms: SmsSender },
): Promise<Finding> {
  if (settings.off)
    return notConfigured(
      'No SMS provider is set. Text messages are saved in the outbox folder of the data directory.',
    )
  const account = await readTwilioAccount(settings)
  const facts = { Provider: 'Twilio', From: settings.from }
  if ('code' in account) {
    const mend =
      'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and that this machine can connect to the internet.'
    return checkFailed(`The provider refused access to the account (${account.code}).`, mend, facts)
  }
  const accountFacts = { ...facts, Account: account.isTrial ? `${account.status}, trial` : account.status }
  if (account.status !== 'active')
    return checkFailed('The account is not active.', 'Sign in to Twilio to see what is needed.', accountFacts)
  if (!recipient) return checkPassed('The account is active. No test message was requested.', accountFacts)
  try {
    await sms.send({ id: randomUUID(), to: recipient, text: testSmsText })
  } catch (error) {
    const code = error instanceof DeliveryError ? error.code : 'unknown'
    const mend = 'Check the number, with + and the country code, and that TWILIO_FROM may send to it.'
    return checkFailed(
      `The account is active, but the test message was refused (${code}).`,
      mend,
      accountFacts,
    )
  }
  return checkPassed('The provider accepted the test message. Check that it arrives.', {
    ...accountFacts,
    'Test text to': recipient,
  })
}

/** Reads the account that the key belongs to. Nothing is charged. */
export async function checkPayments(billing: Optional<PaymentSettings>): Promise<Finding> {
  if (billing.off)
    return notConfigured('Stripe is not set. Nobody is charged; super administrators set plans manually.')
  const account = await readStripeAccount(billing)
  if ('code' in account) {
    const mend =
      'Check the secret key: it begins with sk_ or rk_. Find it in Stripe under Developers, API keys.'
    return checkFailed(`Stripe refused access to the account (${account.code}).`, mend)
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
      'The key works. The account cannot take payments yet.',
      'Finish setting up the account in Stripe.',
      facts,
    )
  return checkPassed('The key works, and the account can take payments.', facts)
}

const timestamp_age_seconds_max = 60

/** Asks for a real token over random bytes, and looks whether its signature holds. */
export async function checkTimestamps(
  timestamps: Optional<{ url: string }>,
  { clock }: { clock: Clock },
): Promise<Finding> {
  if (timestamps.off)
    return notConfigured('No time-stamp authority is set. Documents have our own seal and time only.')
  const facts = { Authority: new URL(timestamps.url).host }
  const mend = 'Check TSA_URL, and that this machine can connect to it.'
  const bytes = randomBytes(32)
  let token: Uint8Array
  try {
    token = await requestTimestamp([bytes], timestamps.url)
  } catch {
    return checkFailed('The authority did not return a token.', mend, facts)
  }
  const { at, isSigned } = await readTimestamp(token, bytes)
  const told = { ...facts, 'Its time': `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC` }
  if (!isSigned)
    return checkFailed('The authority’s token has no valid signature.', 'Use another authority.', told)
  const away_seconds = Math.abs(at.getTime() - clock.now().getTime()) / 1000
  if (away_seconds > timestamp_age_seconds_max)
    return checkWarning(
      'The token’s signature is valid, but its time differs from ours.',
      'See the clock check.',
      told,
    )
  return checkPassed('The authority returned a token with a valid signature.', told)
}

const harmlessPrompt = {
  instructions:
    'You are being tested. Answer with empty lists for treatments, factors and placeholders, and null for the diagnosis.',
  note: 'This is a test. It is about nobody.',
}

const modelRemedies = {
  refused: 'Check LLM_API_KEY and LLM_MODEL: the provider refused the key, the model or the question.',
  busy: 'Try again in a minute. If it still fails, check LLM_BASE_URL.',
  slow: 'It took too long. Try again, or choose a faster model.',
  unreadable: 'It did not answer in the required format. Choose another model.',
} as const

/** Asks the model a fixed question about nobody. */
export async function checkLanguageModel(settings: Optional<LanguageModelSettings>): Promise<Finding> {
  if (settings.off) return notConfigured('No language model is set. Notes are read by rules only.')
  const facts = { Model: settings.model, Endpoint: new URL(settings.baseUrl).host }
  const { outcome } = await createLanguageModel(settings)(harmlessPrompt)
  if (outcome === 'answered') return checkPassed('The model answered in the required format.', facts)
  return checkFailed(`The model gave no usable answer (${outcome}).`, modelRemedies[outcome], facts)
}
