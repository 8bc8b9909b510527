import { expect, test } from 'vitest'
import { parseBooking, parseTeeth } from './appointment-form-parsing.ts'

test('reads teeth in either notation, each once', () => {
  expect(parseTeeth('46, LR7 46')).toEqual(['46', '47'])
  expect(parseTeeth('')).toEqual([])
  expect(parseTeeth('46, 99')).toBeNull()
})

const typed = (change: Record<string, string> = {}) => {
  const data = new FormData()
  const fields = {
    day: '2026-01-05',
    time: '09:30',
    minutes: '45',
    clinicianId: 'c',
    teeth: '46',
    price: '£73.50',
  }
  for (const [name, value] of Object.entries({ ...fields, ...change })) data.set(name, value)
  return data
}
const chosen = {
  patientId: 'p',
  templateId: 't',
  area: null,
  consentIds: [],
  dayBefore: null,
  today: '2026-01-05',
}

test('reads an appointment', () => {
  expect(parseBooking(typed({ reason: ' Sore ' }), chosen)).toEqual({
    ...{
      patientId: 'p',
      clinicianId: 'c',
      day: '2026-01-05',
      time: '09:30',
      minutes: 45,
      room: '',
      reason: 'Sore',
    },
    needsConsent: true,
    treatments: [{ templateId: 't', teeth: ['46'], area: null, pricePence: 7350 }],
    consentIds: null,
    farDayConfirmed: false,
  })
})

test('asks for no treatment, and for no consent of an examination', () => {
  const read = parseBooking(typed({ review: 'on' }), { ...chosen, templateId: null, consentIds: ['k'] })
  expect(read).toMatchObject({ needsConsent: false, treatments: [], consentIds: ['k'] })
})

test.each([
  ['patientId', {}, { patientId: null }],
  ['day', { day: '' }, {}],
  ['time', { time: '' }, {}],
  ['minutes', { minutes: '3' }, {}],
  ['clinicianId', { clinicianId: '' }, {}],
  ['teeth', { teeth: '4x' }, {}],
  ['price', { price: 'cheap' }, {}],
  ['farDayConfirmed', { day: '2206-01-05' }, {}],
  ['farDayConfirmed', { day: '2023-12-31' }, {}],
])('says what is wrong with %s', (field, change, choice) => {
  const read = parseBooking(typed(change), { ...chosen, ...choice })
  expect(read).toEqual([{ id: field, text: expect.any(String) }])
})

test('takes a far day that somebody confirmed, or that stood there before', () => {
  const day = '2206-01-05'
  expect(parseBooking(typed({ day, farDayConfirmed: 'on' }), chosen)).toMatchObject({ farDayConfirmed: true })
  expect(parseBooking(typed({ day }), { ...chosen, dayBefore: day })).toMatchObject({ day })
})
