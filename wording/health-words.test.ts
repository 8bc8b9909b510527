import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadContent } from '../tools/content/content-loader.ts'
import { findHealthWords } from './health-words.ts'

const { content } = loadContent(join(import.meta.dirname, '..'))
const list = content.healthWords

describe('a text to a patient', () => {
  it.each<[string, string, string[]]>([
    ['a treatment', 'About your root canal on Monday', ['root', 'canal']],
    ['a treatment in capitals', 'YOUR CROWN IS READY', ['crown']],
    ['an ending', 'your implants and fillings', ['implants', 'fillings']],
    ['a condition', 'as you have diabetes', ['diabetes']],
    ['a medicine', 'please do not stop apixaban', ['apixaban']],
    ['a tooth by its place', 'this is about UL6', ['ul6']],
    ['a milk tooth by its place, parted', 'this is about LL D', ['ll d']],
    ['a phrase over two lines', 'a deep\nclean', ['deep\nclean']],
    ['a phrase with a hyphen', 'a night-guard', ['night-guard']],
    ['a word with accents put on', 'your dénture', ['denture']],
    ['a word with an invisible letter in it', 'your den\u200Bture', ['denture']],
    ['a word in wide letters', 'ｔｏｏｔｈ', ['tooth']],
    ['a word named twice', 'Tooth, tooth', ['tooth']],
    ['that there is a form to consent to', 'your consent form', ['consent']],
    ['two of them in the order in which they stand', 'pain in the jaw', ['pain', 'jaw']],
  ])('is found to name %s', (_what, text, found) => {
    expect(findHealthWords(text, list)).toEqual(found)
  })

  it.each([
    'Please read this before your visit. Phone us on 020 7946 0018.',
    'Hello {{greetingName}}, {{practiceName}} has something for you: {{link}}',
    // What placeholders become is not written by the practice here: a practice may well be called so.
    '{{dentalPractice}}',
    'Bring your glasses. The full address is on our page. We will contact you.',
    'Your account, your appointment, your questions, our reception, our information.',
    'An accidental meeting at Canalside',
    'Mae’n cymryd lle’r ddolen',
  ])('is not found to in %j', (text) => {
    expect(findHealthWords(text, list)).toEqual([])
  })
})

/** About contact and sharing: such names tell of nobody's health. */
const harmless = new Set([
  'Other',
  'Remote (Video or Phone) Consultation',
  'Audio or Video Recording of a Consultation',
  'Sharing Information with Other Professionals',
  'Sharing Information with a Relative or Carer',
  'Contact by Email, Text and Online Portal',
  'Parent Authorising Another Adult to Bring a Child',
  'Taking Part in Research or Audit',
])

it('every treatment of the catalogue and every factor of patients is caught', () => {
  const { builtIn, supplementary } = content.treatments
  const named = [...builtIn, ...supplementary].flatMap(({ name, subtypes }) => [name, ...subtypes])
  const factors = content.factors!.factors.map(({ label }) => label)
  expect(named.length + factors.length).toBeGreaterThan(300)
  const missed = [...named, ...factors].filter(
    (name) => !harmless.has(name) && findHealthWords(name, list).length === 0,
  )
  expect(missed).toEqual([])
})

it('the list says each thing once', () => {
  const text = readFileSync(join(import.meta.dirname, '../content/health-words.txt'), 'utf8')
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
})
