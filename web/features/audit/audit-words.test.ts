import { expect, test } from 'vitest'
import { actionText, detailLines, personText, verificationText } from './audit-words.ts'

test.each([
  ['consent.list_exported', 'Consent: list exported'],
  ['user.login_failed', 'User: login failed'],
  ['emergency_access.record_read', 'Emergency access: record read'],
  ['test', 'Test'],
])('%s reads “%s”', (action, text) => {
  expect(actionText(action)).toBe(text)
})

test('a person is named as well as the log knows them', () => {
  const row = { userName: null, userEmail: null, userRole: 'patient' } as never
  expect(personText(row)).toBe('Patient')
  expect(personText({ ...(row as object), userEmail: 'a@example.org' } as never)).toBe('a@example.org')
})

test('details are lines of text', () => {
  expect(detailLines({ intact: true, brokenSeal: null, fields: ['phone'], rows: 3 })).toEqual([
    ['intact', 'yes'],
    ['brokenSeal', 'none'],
    ['fields', '["phone"]'],
    ['rows', '3'],
  ])
})

test('a check says what is wrong', () => {
  const found = { rows: 1, unsealed: 0, seals: 1, gaps: [], intact: false, brokenSeal: null }
  expect(verificationText({ ...found, intact: true })).toContain('intact')
  expect(verificationText({ ...found, brokenSeal: 1200 })).toContain('Seal 1,200')
  expect(verificationText(found)).toContain('do not match')
})
