import { describe, expect, it } from 'vitest'
import { consentStatuses } from '../../../contract/consent-states.ts'
import { httpStatusByCode, type ErrorCode } from '../../../contract/errors.ts'
import {
  answerStatus,
  fhirStatus,
  operationOutcome,
  parseCursor,
  parseDateSpan,
  formatCursor,
} from './fhir-rules.ts'
import { validateFhirResource } from '../../testing/fhir-validation.ts'

describe('states', () => {
  it('each have one of R4’s codes', () => {
    const known = ['draft', 'proposed', 'active', 'rejected', 'inactive', 'entered-in-error']
    for (const status of consentStatuses) expect(known).toContain(fhirStatus[status])
  })

  it('count only what is agreed and not ended', () => {
    const active = consentStatuses.filter((status) => fhirStatus[status] === 'active')
    expect(active).toEqual(['verbal', 'signed', 'finalised'])
  })

  it.each([
    ['sent', false, 'in-progress'],
    ['viewed', false, 'in-progress'],
    ['verbal', false, 'in-progress'],
    ['signed', true, 'completed'],
    ['withdrawn', true, 'completed'],
    ['declined', false, 'completed'],
    ['expired', false, 'stopped'],
    ['superseded', true, 'completed'],
    ['superseded', false, 'stopped'],
    ['voided', true, 'entered-in-error'],
  ] as const)('answers of what is %s (signed: %s) are %s', (status, isSigned, told) =>
    expect(answerStatus(status, isSigned)).toBe(told),
  )
})

describe('dates of a search', () => {
  const told = (written: string) => {
    const span = parseDateSpan(written)
    return span && [span.from?.toISOString(), span.before?.toISOString()]
  }

  it.each([
    ['2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['eq2026-11-21', '2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z'],
    ['ge2026-11-21', '2026-11-21T00:00:00.000Z', undefined],
    ['gt2026-11-21', '2026-11-22T00:00:00.000Z', undefined],
    ['lt2026-11-21', undefined, '2026-11-21T00:00:00.000Z'],
    ['le2026-11-21', undefined, '2026-11-22T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['ge0000-01-01', '0001-01-01T00:00:00.000Z', undefined],
    ['gt2026-11-21T09:30:00Z', '2026-11-21T09:30:01.000Z', undefined],
    ['gt2026-11-21T09:30:00.000Z', '2026-11-21T09:30:00.001Z', undefined],
    ['ge2026-07-01T00:30+01:00', '2026-06-30T23:30:00.000Z', undefined],
    ['2026-11-21T09:30Z', '2026-11-21T09:30:00.000Z', '2026-11-21T09:31:00.000Z'],
  ])('%s', (written, from, before) => expect(told(written)).toEqual([from, before]))

  it.each(['', 'today', '2026', '2026-13-01', 'ne2026-11-21', 'ge', '2026-11-21T09:30', '2026-11-21T25:00Z'])(
    'cannot be told from %j',
    (written) => expect(parseDateSpan(written)).toBeNull(),
  )
})

describe('where a page begins', () => {
  const start = { at: new Date('2026-11-21T09:30:00.123Z'), id: '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311' }

  it('is read as it was written', () => expect(parseCursor(formatCursor(start))).toEqual(start))

  it.each(['', 'x', '1', '1795253400123', `1795253400123.${start.id}'`, `17952534001234.${start.id}`])(
    'is not %j',
    (text) => expect(parseCursor(text)).toBeNull(),
  )
})

describe('a refusal', () => {
  it.each(Object.keys(httpStatusByCode) as ErrorCode[])('%s is a valid OperationOutcome', (code) => {
    const details = { reason: 'not-here', requestId: 'one' }
    const outcome = operationOutcome('https://consent.example.org', { code, message: 'Not here', details })
    expect(validateFhirResource(outcome)).toEqual([])
    expect(JSON.stringify(outcome)).toContain('Not here')
  })
})
