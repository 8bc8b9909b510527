import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** What makes a connection to somewhere else. */
const makesCall =
  /(?<![.\w])fetch\((?!\))|\bcreateTransport\(|\bnew (?:S3Client|Stripe|OTLP\w+Exporter)\(|\bcreate(?:Anthropic|OpenAICompatible)\(|\bbetterAuth\(|import \{[^}]*\b(?:request|connect)\b[^}]*\} from 'node:(?:https?|net|tls|http2)'/

/** Every place of the server that calls an address, and who says which. Who adds one says so here, and refuses what it should. */
const calls: Record<string, string> = {
  'server/platform/http/outbound-http.ts':
    'webhooks, issuers of staff’s sign-in: a practice; practice systems; outside alone, resolved once',
  'server/platform/http/outbound-fetch.ts':
    'issuers and revocation: certificates; outside alone, resolved once',
  'server/platform/pdf/timestamp-request.ts': 'TSA_URL',
  'server/platform/mail/smtp-mailer.ts': 'SMTP_URL, or a super administrator at /setup',
  'server/platform/mail/smtp-check.ts': 'SMTP_URL, or a super administrator at /setup',
  'server/platform/mail/mail-outbox.ts': 'nobody: a file',
  'server/platform/files/object-store.ts': 'S3_ENDPOINT, or a super administrator at /setup',
  'server/platform/malware/clamav-scanner.ts': 'CLAMAV_SOCKET',
  'server/platform/sms/twilio-sms.ts': 'TWILIO_API',
  'server/platform/sms/twilio-account.ts': 'TWILIO_API',
  'server/platform/payments/stripe-client.ts': 'STRIPE_API',
  'server/platform/payments/stripe-account.ts': 'STRIPE_API',
  'server/modules/clinical-notes/language-model.ts': 'LLM_BASE_URL',
  'server/modules/identity/oauth-providers.ts': 'fixed addresses, IDENTITY_PEER in tests',
  'server/modules/identity/auth.ts': 'fixed addresses, IDENTITY_PEER in tests',
  'server/metrics-export.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT',
  'server/trace-export.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT',
}

const sources = globSync('server/**/*.ts', { cwd: root }).filter(
  (name) => !/\.test\.ts$|^server\/testing\//.test(name),
)
const textOf = (name: string) => readFileSync(path.join(root, name), 'utf8')

it('lists every place of the server that calls an address', () => {
  const found = sources.filter((name) => makesCall.test(textOf(name)))
  expect(found.toSorted()).toEqual(Object.keys(calls).toSorted())
})

it('follows nobody who answers that it is elsewhere', () => {
  for (const name of Object.keys(calls)) {
    const text = textOf(name)
    const fetches = text.match(/(?<![.\w]|async )fetch\((?!\)|url:)/g)?.length ?? 0
    const refusals = text.match(/redirect: 'error'/g)?.length ?? 0
    expect(refusals, name).toBeGreaterThanOrEqual(fetches)
  }
})
