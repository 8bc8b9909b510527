import { expect, test } from 'vitest'
import { pageReplacements, priceReplacements } from './page-replacements.ts'

const site = { supportEmail: 'support@built.example' }
const plain = { demo: false, mode: 'production', contact: { off: true }, operator: { off: true } } as const

test('an installation that says nothing of itself changes nothing', () => {
  expect(pageReplacements(plain, site)).toEqual({})
})

test('a demo shows where errors came from', () => {
  expect(pageReplacements({ ...plain, demo: true }, site)).toEqual({
    'data-mode="production"': 'data-mode="demo"',
  })
})

test('whom to write to takes the place of the built address', () => {
  const contact = { off: false, address: 'hello@practice.example' } as const
  expect(pageReplacements({ ...plain, contact }, site)).toEqual({
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
  expect(pageReplacements({ ...plain, operator }, site)).toEqual({
    'data-operator="unset"': 'data-operator="set"',
    '[operator]': 'Bay &lt;b&gt;View&lt;/b&gt; Ltd\nCompany number 01234567',
  })
})

test('a price stands in the place of the words that ask people to talk to us, for that plan alone', () => {
  expect(priceReplacements([])).toEqual({})
  expect(
    priceReplacements([
      { plan: 'starter', pence: 2900, every: 'month' },
      { plan: 'growth', pence: 79_950, every: 'year' },
    ]),
  ).toEqual({
    'data-prices="unset"': 'data-prices="set"',
    'data-price="unset starter"': 'data-price="set"',
    '[price starter]': '£29 a month',
    'data-price="unset growth"': 'data-price="set"',
    '[price growth]': '£799.50 a year',
  })
})
