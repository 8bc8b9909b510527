import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { phrase_choices_max } from '../../../contract/limits.ts'
import type { PhraseField, Phrases } from '../../../contract/phrases.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { placeholders, type TestClinic } from '../../testing/test-clinic.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { list, choose } = contract.phrases
const { prefill } = contract.consents

type Clinic = Pick<TestClinic, 'as' | 'staff' | 'templateId' | 'addSent' | 'addPatient'>
const ownerOf = ({ templateId, staff }: Clinic, who: 'dentist' | 'lead' = 'dentist') => ({
  templateId,
  clinicianId: staff[who].staffId!,
})
const reasonsIn = (phrases: Phrases, field: PhraseField = 'reason') =>
  (phrases[field] ?? []).map(({ text }) => text)
const offeredTo = async (clinic: Clinic, who: 'dentist' | 'lead' = 'dentist') =>
  (await clinic.as('dentist').callOk(prefill, ownerOf(clinic, who))).suggestions
const chosen = (clinic: Clinic, text: string, choice: 'pinned' | 'hidden' | null, more: object = {}) =>
  clinic.as('dentist').call(choose, { ...ownerOf(clinic), field: 'reason', text, choice, ...more })

/** Sends a consent with this reason to each of so many new patients. */
async function sendTimes(clinic: Clinic, count: number, reason: string, who: 'dentist' | 'lead' = 'dentist') {
  const { clinicianId } = ownerOf(clinic, who)
  for (let number = 0; number < count; number++)
    await clinic.addSent({ clinicianId, placeholders: { ...placeholders, reason } })
}

async function libraryTemplateId(libraryId: string): Promise<string> {
  const { rows } = await testApp.owner.query<{ id: string }>(
    'select id from templates where library_id = $1',
    [libraryId],
  )
  return rows[0]!.id
}

describe('phrases that are offered for the gaps of a template', () => {
  it('are the clinician’s own first, then the practice’s, and never another clinic’s', async () => {
    const clinic = await testApp.addClinic('Own First')
    await sendTimes(clinic, 2, 'it keeps your bite')
    await sendTimes(clinic, 3, 'it stops the ache', 'lead')
    await sendTimes(clinic, 1, 'told once alone')
    expect(reasonsIn(await offeredTo(clinic))).toEqual(['it keeps your bite', 'it stops the ache'])
    const forLead = await offeredTo(clinic, 'lead')
    expect(forLead.reason).toEqual([
      { text: 'it stops the ache', source: 'practice', timesSent: 3, isPinned: false, isLast: true },
      { text: 'it keeps your bite', source: 'practice', timesSent: 0, isPinned: false, isLast: false },
    ])
    const { suggestions } = await clinic.as('dentist').callOk(prefill, { templateId: clinic.templateId })
    expect(reasonsIn(suggestions)).toEqual(['it stops the ache', 'it keeps your bite'])
    expect(reasonsIn(suggestions, 'visits')).toEqual(['2 visits'])
    expect(reasonsIn(suggestions, 'diagnosis')).toEqual(['Infected nerve'])
    expect(await offeredTo(testApp.clinicB)).toEqual({})
  })

  it('leave out what names a patient or holds a fact of one, though it was sent to several', async () => {
    const clinic = await testApp.addClinic('Facts')
    await clinic.addPatient({ firstName: 'Wilfred', lastName: 'Marston-Pike' })
    for (const reason of [
      ...[
        'as whitcombe asked',
        'as marston has it',
        'as pike has it',
        'hughes advises it',
        'kowalczyk helps',
      ],
      ...['since March', 'for 3 teeth', 'as Dr Bell asked', 'it works'],
    ])
      await sendTimes(clinic, 2, reason)
    expect(reasonsIn(await offeredTo(clinic))).toEqual(['it works'])
    expect(JSON.stringify(await clinic.as('dentist').callOk(list, ownerOf(clinic)))).not.toMatch(/marston/i)
  })

  it('forget what was sent a year ago, what was made void and a diagnosis of several treatments', async () => {
    const clinic = await testApp.addClinic('Forgotten')
    await sendTimes(clinic, 2, 'long ago it was')
    await testApp.owner.query(
      `update consents set sent_at = sent_at - interval '366 days' where clinic_id = $1`,
      [clinic.id],
    )
    for (let number = 0; number < 2; number++) {
      const { consentId } = await clinic.addSent({
        placeholders: { ...placeholders, reason: 'made void' },
      })
      await clinic.as('owner').callOk(contract.consents.void, { consentId, reason: 'Wrong patient' })
    }
    const other = await libraryTemplateId('composite-filling')
    const item = { area: null, material: '', pricePence: null, band: null, placeholders }
    for (let number = 0; number < 2; number++)
      await clinic.addSent({
        diagnosis: 'two teeth with decay',
        items: [
          { ...item, templateId: clinic.templateId, teeth: ['46'] },
          { ...item, templateId: other, teeth: ['36'] },
        ],
      })
    const offered = await offeredTo(clinic)
    expect(reasonsIn(offered)).toEqual([placeholders.reason])
    expect(offered.diagnosis).toBeUndefined()
  })

  it('end with the library’s, also for a copy of its wording that the practice made', async () => {
    const clinic = await testApp.addClinic('Copies')
    const templateId = await libraryTemplateId('molar-root-canal')
    const copy = await clinic.as('manager').callOk(contract.templates.duplicate, { templateId })
    for (const id of [templateId, copy.id]) {
      const { suggestions } = await clinic.as('dentist').callOk(prefill, { templateId: id })
      expect(suggestions.visits).toContainEqual({
        ...{ text: '2 visits', source: 'library', timesSent: 0, isPinned: false, isLast: false },
      })
      expect(Object.values(suggestions).every((phrases) => phrases!.length <= 6)).toBe(true)
    }
    await clinic.addSent({ templateId, placeholders: { ...placeholders, visits: '3 visits.' } })
    const { suggestions } = await clinic.as('dentist').callOk(prefill, { ...ownerOf(clinic), templateId })
    // The library's own words are nobody's fact: once is enough.
    expect(suggestions.visits![0]).toMatchObject({
      text: '3 visits',
      source: 'library',
      timesSent: 1,
      isLast: true,
    })
  })
})

describe('choosing phrases', () => {
  it('pins for one clinician and template alone, hides, and undoes either', async () => {
    const clinic = await testApp.addClinic('Chosen')
    await sendTimes(clinic, 2, 'it keeps your bite')
    for (const text of ['typed by hand', 'It keeps your bite.']) {
      expect((await chosen(clinic, text, 'pinned')).error).toBeNull()
    }
    const pinned = await offeredTo(clinic)
    expect(pinned.reason!.map(({ text, isPinned, timesSent }) => [text, isPinned, timesSent])).toEqual([
      ['typed by hand', true, 0],
      ['It keeps your bite.', true, 2],
    ])
    expect(reasonsIn(await offeredTo(clinic, 'lead'))).toEqual(['it keeps your bite'])
    await chosen(clinic, 'it KEEPS your bite', 'hidden')
    expect(reasonsIn(await offeredTo(clinic))).toEqual(['typed by hand'])
    const all = await clinic.as('dentist').callOk(list, ownerOf(clinic))
    expect(all.reason!.map(({ text, choice }) => [text, choice])).toEqual([
      ['typed by hand', 'pinned'],
      ['It keeps your bite.', 'hidden'],
    ])
    for (const text of ['typed by hand', 'it keeps your bite']) await chosen(clinic, text, null)
    await chosen(clinic, 'never chosen', null)
    expect(reasonsIn(await offeredTo(clinic))).toEqual(['it keeps your bite'])
  })

  it.each([
    ['asked by Jane', 'phrase-names-somebody'],
    ['asked by whitcombe', 'phrase-names-somebody'],
    ['as okafor advises', 'phrase-names-somebody'],
    ['Mrs Smith asked', 'phrase-names-somebody'],
    ['since last week', 'phrase-has-date'],
    ['for 3 teeth', 'phrase-has-number'],
    ['write to a@example.org', 'phrase-has-contact'],
  ])('refuses to pin or hide %j: %s', async (text, reason) => {
    await testApp.clinicA.addPatient()
    for (const choice of ['pinned', 'hidden'] as const)
      expect((await chosen(testApp.clinicA, text, choice)).reason).toBe(reason)
  })

  it('is for whoever may prepare consents, about a clinician and a template of their own practice', async () => {
    const clinic = testApp.clinicA
    const input = {
      ...ownerOf(clinic),
      field: 'reason' as const,
      text: 'it works',
      choice: 'pinned' as const,
    }
    const others = [testApp.anonymous(), testApp.as(testApp.superAdmin), testApp.as(testApp.stranger)]
    for (const other of [...others, clinic.as('leaver')]) {
      const statuses = [await other.call(choose, input), await other.call(list, ownerOf(clinic))]
      for (const { status } of statuses) expect([401, 403]).toContain(status)
    }
    const outsider = testApp.clinicB.as('dentist')
    expect((await outsider.call(choose, input)).reason).toBe('template-not-found')
    expect((await outsider.call(list, ownerOf(clinic))).reason).toBe('template-not-found')
    const platform = { templateId: await libraryTemplateId('molar-root-canal') }
    expect((await outsider.call(choose, { ...input, ...platform })).reason).toBe('clinician-not-found')
    expect((await chosen(clinic, 'x', 'pinned', { templateId: randomUUID() })).reason).toBe(
      'template-not-found',
    )
    const receptionist = { clinicianId: clinic.staff.receptionist.staffId! }
    expect((await chosen(clinic, 'it works', 'pinned', receptionist)).reason).toBe('clinician-not-found')
    expect((await chosen(clinic, '  ', 'pinned')).reason).toBe('invalid-input')
  })

  it(`holds ${phrase_choices_max} at most, once each when two come at once, and is audited without words`, async () => {
    const clinic = await testApp.addClinic('Many Phrases')
    const letters = 'abcdefghij'
    const words = [...letters].flatMap((one) => [...letters].map((other) => `it works ${one}${other}zzq`))
    for (const text of words.slice(1)) await chosen(clinic, text, 'pinned')
    const twice = await Promise.all(['it works', 'It  works.'].map((text) => chosen(clinic, text, 'pinned')))
    expect(twice.map(({ error }) => error)).toEqual([null, null])
    expect((await chosen(clinic, words[0]!, 'hidden')).reason).toBe('too-many')
    expect((await chosen(clinic, words[1]!, 'hidden')).error).toBeNull()
    expect((await chosen(clinic, '2 visits', 'pinned', ownerOf(clinic, 'lead'))).reason).toBe(
      'phrase-has-number',
    )
    const { rows } = await testApp.owner.query<{ row: string }>(
      `select row_to_json(r)::text as row from audit_rows r where action = 'phrase.chosen' and clinic_id = $1`,
      [clinic.id],
    )
    expect(rows).toHaveLength(phrase_choices_max + 2)
    expect(rows.some(({ row }) => row.includes('works'))).toBe(false)
    expect(rows[0]!.row).toContain('"choice": "pinned"')
  })
})
