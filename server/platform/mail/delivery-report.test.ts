import { expect, test } from 'vitest'
import { parseDeliveryReport } from './delivery-report.ts'

const id = '01990000-0000-7000-8000-000000000001'

type Written = {
  to?: string
  action?: string
  envelopeId?: string
  original?: string
  type?: string
  end?: string
}

/** A report as Postfix writes one; what is left out stands nowhere in it. */
function reportOf({ to, action = 'failed', envelopeId, original, type, end = '\r\n' }: Written): string {
  const lines = [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.org (Mail Delivery System)',
    `To: ${to ?? 'bounces@candour.example'}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    `Content-Type: ${type ?? 'multipart/report; report-type=delivery-status;\r\n\tboundary="B/7.1"'}`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--B/7.1',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I am sorry. <eleanor@example.org>: host mx.example.org said: 550 5.1.1 unknown',
    '',
    '--B/7.1',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    ...(envelopeId ? [`Original-Envelope-Id: ${envelopeId}`] : []),
    '',
    'Final-Recipient: rfc822; eleanor@example.org',
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1',
    '    user unknown',
    '',
    ...(original ? ['--B/7.1', 'Content-Type: text/rfc822-headers', '', original, ''] : []),
    '--B/7.1--',
    '',
  ]
  return lines.join('\r\n').replaceAll('\r\n', end)
}

test.each<[string, Written]>([
  ['the address the report came to', { to: `bounces+${id}@candour.example` }],
  ['the name of the envelope', { envelopeId: id }],
  ['the head of the mail', { original: `From: x@y.z\r\nMessage-ID: <${id}@candour.example>` }],
  ['a head that goes on in the next line', { original: `Message-ID:\r\n <${id}@candour.example>` }],
  ['a report with bare line ends', { to: `bounces+${id}@candour.example`, end: '\n' }],
  ['a name in capitals', { to: `bounces+${id.toUpperCase()}@candour.example` }],
])('is known by %s', (_where, written) => {
  expect(parseDeliveryReport(reportOf(written))).toEqual({ messageId: id, news: 'bounce' })
})

test.each<[string, ReturnType<typeof parseDeliveryReport>]>([
  ['failed', { messageId: id, news: 'bounce' }],
  ['Failed', { messageId: id, news: 'bounce' }],
  ['delivered', { messageId: id, news: 'deliver' }],
  ['delayed', null],
  ['relayed', null],
  ['expanded', null],
])('%s means %j', (action, read) => {
  expect(parseDeliveryReport(reportOf({ action, envelopeId: id }))).toEqual(read)
})

test.each<[string, string]>([
  ['a report about nobody’s mail', reportOf({})],
  ['an answer of a person', 'From: a@b.c\r\nContent-Type: text/plain\r\n\r\nI am away.'],
  [
    'mail of several parts that is no report',
    reportOf({ type: 'multipart/mixed; boundary="B/7.1"', envelopeId: id }),
  ],
  [
    'a report whose parts are not there',
    reportOf({ type: 'multipart/report; boundary="other"', envelopeId: id }),
  ],
  ['nothing', ''],
])('%s says nothing', (_what, mail) => {
  expect(parseDeliveryReport(mail)).toBeNull()
})
