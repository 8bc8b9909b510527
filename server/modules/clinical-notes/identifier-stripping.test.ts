import { describe, expect, it } from 'vitest'
import { stripIdentifiers } from './identifier-stripping.ts'

const people = {
  names: ['Eleanor Mary O’Whitcombe-Shaw', 'Dr Priya Nair', 'Jo Li'],
  birthDates: ['1961-03-04'],
  texts: ['12 Orchard Lane', 'Bath', '020 7946 0018', '943 476 5919'],
}

describe('what tells who somebody is does not leave', () => {
  it.each([
    ['Eleanor, RCT UL6', '[name], RCT UL6'],
    ['ELEANOR wants XLA', '[name] wants XLA'],
    ["eleanor's crown 26", '[name] crown 26'],
    ['Mrs O’Whitcombe-Shaw attended', '[name] attended'],
    ['seen by Priya Nair', 'seen by [name]'],
    ['d/w Dr Nair', 'd/w [name]'],
    ['Mr Pemberton wants 46 crowned', '[name] wants 46 crowned'],
    ['Miss Anna Maria Jones, comp 11', '[name], comp 11'],
    ['shaw: XLA', '[name]: XLA'],
    ['Li RCT 14', '[name] RCT 14'],
    ['DOB 4/3/61, XLA 36', 'DOB [date of birth], XLA 36'],
    ['born 04.03.1961', 'born [date of birth]'],
    ['4th March 1961', '[date of birth]'],
    ['Mar 4, 1961', '[date of birth]'],
    ['1961-03-04', '[date of birth]'],
    ['04031961', '[date of birth]'],
    ['dob: 12/11/1999 XLA 36', '[date of birth] XLA 36'],
    ['NHS 943 476 5919', 'NHS [address]'],
    ['485 777 3456', '[number]'],
    ['4857773456', '[number]'],
    ['NHS no: 485 777 3456, comp 11', 'NHS no: [number], comp 11'],
    ['tel 07700 900123', 'tel [phone]'],
    ['+44 7700 900 123', '[phone]'],
    ['(020) 7946 0999', '[phone]'],
    ['ring 020 7946 0018', 'ring [address]'],
    ['ea1 1aa', '[postcode]'],
    ['lives BA1 2QH', 'lives [postcode]'],
    ['e.whitcombe@example.org', '[e-mail]'],
    ['12 orchard lane, bath', '[address], [address]'],
    ['AB 12 34 56 C', '[number]'],
  ])('%s', (note, expected) => {
    const { text } = stripIdentifiers(note, people)
    expect(text).toBe(expected)
  })

  it.each([
    'UL6 irreversible pulpitis, RCT then crown, on apixaban',
    'INR 2.8 on 19/11/2026',
    'BPE 3 3 3 / 3 2 3',
    'smokes 20/day, 24/40, £3,600, 2 visits',
    'XLA 14 24 34 44, review 12/52',
    'FS 16 26 36 46',
    'shawl, bathroom, Lithium, jolly',
  ])('and what is clinical stays: %s', (note) => {
    expect(stripIdentifiers(note, people)).toEqual({ text: note, removed: 0 })
  })

  it('counts what it took', () => {
    expect(stripIdentifiers('Eleanor, dob 4/3/61, 07700 900123', people).removed).toBe(3)
  })
})
