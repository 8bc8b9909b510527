import { describe, expect, it } from 'vitest'
import { PatientDetails } from '../../../contract/patients.ts'
import { phoneDigits, searchTextOf, parseSearchWords } from './patient-search-rules.ts'

const eleanor = PatientDetails.parse({
  title: 'Mrs',
  firstName: 'Zoë Eleanor',
  lastName: "O'Brien-Whitcombe",
  preferredName: 'Nell',
  dateOfBirth: '1961-03-14',
  phone: '(020) 7946-0018',
  nhsNumber: '943 476 5919',
})

/** As the database does: each word, in one of its readings, at the beginning of a word of the text; digits anywhere. */
const finds = (typed: string, patient = eleanor) =>
  parseSearchWords(typed).every((word) =>
    word
      .split('|')
      .some((reading) =>
        ` ${searchTextOf(patient)}`.includes(/^\d{4,}$/.test(reading) ? reading : ` ${reading}`),
      ),
  )

describe('a search finds a patient', () => {
  it.each([
    'zoe',
    'ZOË',
    'z',
    'eleanor zoë',
    'whitcombe eleanor',
    'o’brien',
    'obrien',
    "O'Brien-W",
    'whitc',
    'nell',
    'nell obr',
    '1961-03-14',
    '1961-3-14',
    '1961/03/14',
    '1961-03',
    '1961',
    '14/03/1961',
    '14.3.1961',
    '14 3 1961',
    '14 3 61',
    '14/3/61',
    '14-03-61',
    '14/03',
    '14/3',
    '14/03/',
    '14/03/1',
    '14/03/19',
    '14/03/196',
    'eleanor 14 3 61',
    '14/3/1961 obrien',
    '  eleanor   1961 ',
    '020 7946 0018',
    '020-7946-0018',
    '(020)79460018',
    '+44 20 7946 0018',
    '0044 (0)20 7946 0018',
    '020 794',
    'eleanor 020 7946',
    '943 476 5919',
    '9434765919',
    '943 476',
    'Whitcombe, Eleanor',
    'whitcombe,eleanor',
    'O’BRIEN-WHITCOMBE, Zoë (Mrs)',
    'Mrs Eleanor Whitcombe',
    'mrs. whitcombe',
    'brien whitcombe',
    'o brien',
    'obrienwhitcombe',
    'obrien whitcombe eleanor zoe',
    'whitcombe-eleanor',
    '"nell"',
    '14 March 1961',
    '14 mar 61',
    '14th of March, 1961',
    '14-Mar-1961',
    '14mar1961',
    'March 14, 1961',
    'mar 14th 61',
    '14 march',
    '14 mar 196',
    'march 1961',
    'eleanor 14 march 1961',
    'whitcombe, eleanor 14 Mar 61',
    '14031961',
    'dob 14/03/1961',
    '0018',
    '460018',
    '7946 0018',
    '7946-0018',
    '79460',
    'eleanor 0018',
    '+44(0)20–7946–0018',
    '020.7946.0018',
    '442079460018',
    '4420 7946',
    '2079460018',
    '943-476-5919',
    '943‑476‑5919',
    '943–476–5919',
    '943.476.5919',
    'NHS 943 476 5919',
    '5919',
  ])('by %j', (typed) => {
    expect(finds(typed), parseSearchWords(typed).join(' and ')).toBe(true)
  })

  it.each([
    'elinor',
    'leanor',
    'eleanor smith',
    '1961-04-14',
    '15/03/1961',
    '14/03/1962',
    '14 3 62',
    '14/04',
    '3/14/1961',
    '9434765918',
    '0019',
    '018',
    '020 7946 0019',
    'Whitcombe, John',
    '14 March 1962',
    '15 mar 61',
    '14 may 1961',
    'april 1961',
    '31 foo 1961',
    'o whitcombe smith',
    'ombe',
    '%',
    '|',
    '...',
    ',',
  ])('and not by %j', (typed) => {
    expect(finds(typed), parseSearchWords(typed).join(' and ')).toBe(false)
  })

  it.each([
    ['Łukasz', 'Kłos', 'lukasz klos'],
    ['Bjørn', 'Strauß', 'bjorn strauss'],
    ['Siân', 'Rhŷs', 'sian rhys'],
    ['Maria', 'de Souza', 'desouza'],
    ['Maria', 'de Souza', 'de souza'],
    ['Maria', 'de Souza', 'souza'],
    ['Jean-Luc', 'Picard', 'luc picard'],
    ['Jean-Luc', 'Picard', 'jean-luc'],
    ['Nuala', 'OʼSullivan', 'osullivan'],
    ['Nuala', 'O`Sullivan', "o'sullivan"],
    ['محمد', 'علي', 'محمد'],
    ['Ayşe', 'Iğdır', 'Igdir'],
    ['Ayşe', 'Iğdır', 'ığdır'],
    ['İpek', 'Yıldız', 'ipek yildiz'],
    ['Ipek', 'Yildiz', 'İPEK YILDIZ'],
    ['Sean', "O'Connor", 'o connor'],
    ['Sean', "O'Connor", 'O’Connor'],
    ['Sean', "O'Connor", 'OConnor, Sean'],
    ['Sean', "O'Connor", 'o-connor'],
    ['Sean', "O'Connor", 'connor'],
    ['Sean', 'O Connor', "o'connor"],
    ['Sean', 'O Connor', 'oconnor'],
    ['Sean', 'OConnor', 'o connor'],
    ['Sean', 'OConnor', 'sean o connor'],
    ['Sean', 'O-Connor', 'OConnor'],
    ['Sean', 'O´Connor', 'o`connor'],
    ['Olivia', 'Connor', 'o connor'],
    ['Fiona', 'MacDonald', 'mac donald'],
    ['Fiona', 'Mac Donald', 'macdonald'],
    ['Fiona', 'McDonald', 'mc donald fiona'],
    ['Ann', 'van der Berg', 'vanderberg'],
    ['Ann', 'van der Berg', 'Dr. Ann van der Berg'],
    ['Ann', 'Vanderberg', 'van der berg'],
    ['Ann', 'van der Berg', 'berg'],
    ['Omar', 'Al-Hassan', 'alhassan'],
    ['Omar', 'AlHassan', 'al-hassan'],
    ['Jean-Luc', 'Picard', 'jeanluc'],
    ['Jeanluc', 'Picard', 'jean-luc picard'],
    ['Mary', 'St. John', 'st john'],
    ['Mary', 'St. John', 'St.John'],
    ['Robert (Bob)', 'Smith', 'bob smith'],
    ['Sir', 'Lord', 'lord'],
    ['John', 'Lord', 'john lord'],
    ['June', 'March', 'june march'],
    ['April', 'Jones', 'april 1961'],
    ['', 'Madonna', 'madonna'],
    ['', 'Madonna', 'Mrs Madonna 14 mar 61'],
  ])('%s %s by %j', (firstName, lastName, typed) => {
    expect(finds(typed, { ...eleanor, firstName, lastName })).toBe(true)
  })

  it.each([
    ['1904-12-10', '10/12/04'],
    ['2004-12-10', '10/12/04'],
    ['1919-10-01', '1/10/19'],
    ['2020-10-01', '1/10/20'],
    ['1991-10-01', '1/1'],
    ['1991-12-31', '31/12'],
    ['1980-02-29', '29 Feb 1980'],
    ['1980-02-29', '29 february'],
    ['2001-09-01', '1 sept 2001'],
    ['2001-09-01', '1st September 01'],
    ['1961-05-02', 'May 2nd 1961'],
  ])('born %s by %j', (dateOfBirth, typed) => {
    expect(finds(typed, { ...eleanor, dateOfBirth })).toBe(true)
  })
})

describe('a search', () => {
  it('of blanks has no words, and a long one is cut short', () => {
    expect(parseSearchWords('   ')).toEqual([])
    expect(parseSearchWords('ab '.repeat(50))).toHaveLength(8)
  })

  it('begins with what tells most', () => {
    expect(parseSearchWords('joe whitcombe')).toEqual(['whitcombe', 'joe'])
    expect(parseSearchWords('eleanor van der berg')).toEqual([
      'berg|vanderberg',
      'eleanor',
      'van',
      'der|vander',
    ])
    expect(parseSearchWords('whitcombe 14 3 1961')).toEqual(['1961-03-14', 'whitcombe'])
    expect(parseSearchWords('eleanor 020 7946')).toEqual(['0207946', 'eleanor'])
  })

  it('reads a bar as a blank, since bars stand between readings', () => {
    expect(parseSearchWords('ann|smith')).toEqual(['smith', 'ann'])
  })
})

it.each([
  ['020 7946 0018', '02079460018'],
  ['+44 7700 900101', '07700900101'],
  ['+44 (0)7700 900101', '07700900101'],
  ['0044 7700 900101', '07700900101'],
  ['7700900123', '07700900123'],
  ['447700900123', '07700900123'],
  ['(0)7700-900.123', '07700900123'],
  ['2079460018', '02079460018'],
  ['+353 1 234 5678', '35312345678'],
  ['+1 212 555 0123', '12125550123'],
  ['943', '943'],
  ['', ''],
])('the phone number %j is dialled %j', (phone, digits) => {
  expect(phoneDigits(phone)).toBe(digits)
})

describe('a phone', () => {
  it.each([
    ['7700900123', '07700900123'],
    ['7700900123', '900123'],
    ['+44 7700 900123', '07700 900123'],
    ['+44 (0)7700 900123', '7700900123'],
    ['07700 900123', '+447700900123'],
    ['07700 900123', '0044 7700 900123'],
    ['07700 900123', '447700'],
    ['07700 900123', '0123'],
    ['07700 900123', '0090'],
    ['+353 1 234 5678', '2345'],
    ['+353 1 234 5678', '+353 1 234'],
  ])('stored as %j is found by %j', (phone, typed) => {
    expect(finds(typed, { ...eleanor, phone })).toBe(true)
  })
})
