import { expect, test } from 'vitest'
import { pageFacts } from './page-facts.ts'

const site = { supportEmail: 'support@built.example' }
const plain = { demo: false, mode: 'production', contact: { off: true }, operator: { off: true } } as const

test('an installation that says nothing of itself changes nothing', () => {
  expect(pageFacts(plain, site)).toEqual({})
})

test('a demo shows where errors came from', () => {
  expect(pageFacts({ ...plain, demo: true }, site)).toEqual({ 'data-mode="production"': 'data-mode="demo"' })
})

test('whom to write to takes the place of the built address', () => {
  const contact = { off: false, address: 'hello@practice.example' } as const
  expect(pageFacts({ ...plain, contact }, site)).toEqual({
    'support@built.example': 'hello@practice.example',
  })
})

test('who runs it is named by what was set and nothing else, and cannot hold tags', () => {
  const operator = {
    off: false,
    name: 'Bay <b>View</b> Ltd',
    postalAddress: null,
    companyNumber: '01234567',
    icoNumber: null,
  } as const
  expect(pageFacts({ ...plain, operator }, site)).toEqual({
    'data-operator="unset"': 'data-operator="set"',
    '[operator]': 'Bay &lt;b&gt;View&lt;/b&gt; Ltd\nCompany number 01234567',
  })
})
