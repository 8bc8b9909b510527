import { expect, it } from 'vitest'
import { parseKeyForm, parseWebhookForm } from './connection-form-parsing.ts'

function formOf(fields: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

it('reads a key', () => {
  const form = formOf([
    ['name', ' Bridge '],
    ['scopes', 'system/Consent.read'],
    ['scopes', 'system/Patient.read'],
    ['days', '90'],
  ])
  expect(parseKeyForm(form)).toEqual({
    entry: { name: 'Bridge', scopes: ['system/Consent.read', 'system/Patient.read'], days: 90 },
    errors: [],
  })
  expect(
    parseKeyForm(
      formOf([
        ['name', ' '],
        ['days', '90'],
      ]),
    ).errors.map(({ id }) => id),
  ).toEqual(['name', 'scopes'])
})

it.each(['', 'hooks.example.org', 'http://hooks.example.org', 'javascript:alert(1)'])(
  'does not take %j for an address',
  (url) => {
    const form = formOf([
      ['name', 'Bridge'],
      ['url', url],
      ['events', 'consent.signed'],
    ])
    expect(parseWebhookForm(form).errors.map(({ id }) => id)).toEqual(['url'])
  },
)

it('reads a webhook', () => {
  const form = formOf([
    ['name', 'Bridge'],
    ['url', 'https://hooks.example.org/x'],
    ['events', 'consent.signed'],
  ])
  expect(parseWebhookForm(form)).toEqual({
    entry: { name: 'Bridge', url: 'https://hooks.example.org/x', events: ['consent.signed'] },
    errors: [],
  })
  expect(parseWebhookForm(formOf([])).errors.map(({ id }) => id)).toEqual(['name', 'url', 'events'])
})
