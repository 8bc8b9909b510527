import { expect, test } from 'vitest'
import { isDocumentPending } from './use-document-polling.ts'

const signature = {
  kind: 'typed' as const,
  name: 'E',
  signerRole: 'patient',
  at: '2026-11-21T09:00:00Z',
  strokesHash: '',
  declined: [],
  help: null,
}
const countersignature = { name: 'A', gdcNumber: '123456', at: '2026-11-21T10:00:00Z' }
const document = (kind: 'signed' | 'finalised') => ({
  id: kind,
  kind,
  number: 1,
  sha256: '',
  bytes: 1,
  createdAt: '',
  stampedUntil: null,
})

test.each([
  ['nothing is awaited before a signature', null, null, [], false],
  ['the signed version follows the signature', signature, null, [], true],
  ['and then it is there', signature, null, [document('signed')], false],
  ['the countersignature brings another', signature, countersignature, [document('signed')], true],
  [
    'and then both are there',
    signature,
    countersignature,
    [document('signed'), document('finalised')],
    false,
  ],
])('%s', (_, signed, countersigned, documents, waits) => {
  expect(isDocumentPending({ signature: signed, countersignature: countersigned, documents })).toBe(waits)
})
