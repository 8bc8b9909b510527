import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { group_phrases_max } from '../../../contract/limits.ts'
import { phraseFields } from '../../../contract/phrases.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'

const { consents, groupPhrases, phrases, practiceGroups } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

let practices = 0
/** A group of one practice, and a template of the platform whose text has a prognosis to fill in. */
async function openGroup() {
  const clinic = await testApp.addClinic(`Phrased ${++practices}`)
  const { caller, groupId } = await clinic.addOwnGroup()
  const { rows } = await caller.callOk(groupPhrases.templates, { search: 'molar root canal' })
  const { templateId } = rows[0]!
  const add = (text: string, field: 'diagnosis' | 'reason' = 'diagnosis') =>
    caller.call(groupPhrases.add, { templateId, field, text })
  return { clinic, caller, groupId, templateId, add }
}

const offeredTo = async ({ as, staff }: TestClinic, templateId: string) => {
  const clinicianId = staff.dentist.staffId!
  const { suggestions } = await as('dentist').callOk(consents.prefill, { templateId, clinicianId })
  return suggestions.diagnosis ?? []
}

describe('a phrase of the group', () => {
  it('is offered at its practice before the library’s, is pinned and hidden there, and ends with its removal', async () => {
    const { clinic, caller, templateId, add } = await openGroup()
    const library = (await offeredTo(clinic, templateId)).map(({ text }) => text)
    expect((await add('an infection that came back')).status).toBe(200)
    expect((await add('a crack into the nerve')).status).toBe(200)
    const offered = await offeredTo(clinic, templateId)
    expect(offered.slice(0, 2)).toMatchObject([
      { text: 'an infection that came back', source: 'group', isPinned: false },
      { text: 'a crack into the nerve', source: 'group' },
    ])
    expect(offered[2]).toMatchObject({ text: library[0], source: 'library' })

    const owner = { templateId, clinicianId: clinic.staff.dentist.staffId!, field: 'diagnosis' } as const
    const dentist = clinic.as('dentist')
    await dentist.callOk(phrases.choose, { ...owner, text: 'a crack into the nerve', choice: 'pinned' })
    await dentist.callOk(phrases.choose, { ...owner, text: 'an infection that came back', choice: 'hidden' })
    const chosen = await offeredTo(clinic, templateId)
    expect(chosen[0]).toMatchObject({ text: 'a crack into the nerve', isPinned: true })
    expect(chosen.map(({ text }) => text)).not.toContain('an infection that came back')

    await dentist.callOk(phrases.choose, { ...owner, text: 'an infection that came back', choice: null })
    const { phrases: all } = await caller.callOk(groupPhrases.list, { templateId })
    await caller.callOk(groupPhrases.remove, { phraseId: all[0]!.id })
    const left = (await offeredTo(clinic, templateId)).map(({ text }) => text)
    expect(left).not.toContain('an infection that came back')
    expect((await caller.call(groupPhrases.remove, { phraseId: all[0]!.id })).reason).toBe('not-found')
  })

  it('is not offered at a practice where it names somebody', async () => {
    const { clinic, templateId, add } = await openGroup()
    expect((await add('a crack like zephyrine had')).status).toBe(200)
    const named = async () =>
      (await offeredTo(clinic, templateId)).some(({ text }) => text.includes('zephyrine'))
    expect(await named()).toBe(true)
    await clinic.addPatient({ lastName: 'Zephyrine' })
    expect(await named()).toBe(false)
  })

  it.each([
    ['as Mrs Jones has it', 'phrase-names-somebody'],
    ['Marchetti had this before', 'phrase-names-somebody'],
    ['since 3 May 2024', 'phrase-has-date'],
    ['a crack of 7 mm', 'phrase-has-number'],
    ['see www.example.org', 'phrase-has-contact'],
  ])('is refused where it holds a fact: %s', async (text, reason) => {
    const { add } = await openGroup()
    expect((await add(text)).reason).toBe(reason)
  })

  it('is there once, among as many as a template can have, for a template that practices have', async () => {
    const { clinic, caller, groupId, templateId, add } = await openGroup()
    await add('an old filling')
    expect((await add(' An old  filling. ')).reason).toBe('already-there')
    expect((await add('an old filling', 'reason')).status).toBe(200)
    const { fields } = await caller.callOk(groupPhrases.list, { templateId })
    const field = phraseFields.find((gap) => !fields.includes(gap))!
    const ofNoGap = { templateId, field, text: 'a crown' }
    expect((await caller.call(groupPhrases.add, ofNoGap)).reason).toBe('not-found')
    const ofPractice = { templateId: clinic.templateId, field: 'diagnosis', text: 'decay' } as const
    expect((await caller.call(groupPhrases.add, ofPractice)).reason).toBe('not-found')
    expect((await caller.call(groupPhrases.list, { templateId: clinic.templateId })).reason).toBe('not-found')
    await testApp.owner.query(
      `insert into group_phrases (group_id, template_id, field, text, created_by, created_at)
       select $1, $2, 'diagnosis', 'phrase ' || n, 'x', now() from generate_series(3, $3::int) n`,
      [groupId, templateId, group_phrases_max],
    )
    expect((await add('one more')).reason).toBe('too-many')
    const { rows } = await caller.callOk(groupPhrases.templates, { pageSize: 1 })
    expect(rows).toMatchObject([{ templateId, phrases: group_phrases_max }])
  })

  it('is read by auditors, changed by administrators alone, and reaches no other group or practice', async () => {
    const { clinic, caller, groupId, templateId, add } = await openGroup()
    await add('an infection that came back')
    const { phrases: all } = await caller.callOk(groupPhrases.list, { templateId })
    expect(all).toHaveLength(1)
    const other = await openGroup()
    expect((await other.caller.callOk(groupPhrases.list, { templateId })).phrases).toEqual([])
    const gone = { phraseId: all[0]!.id }
    expect((await other.caller.call(groupPhrases.remove, gone)).reason).toBe('not-found')
    const sources = async (of: TestClinic) => (await offeredTo(of, templateId)).map(({ source }) => source)
    expect(await sources(other.clinic)).not.toContain('group')
    expect(await sources(clinic)).toContain('group')
    await testApp.owner.query(`update practice_group_people set role = 'group_auditor' where group_id = $1`, [
      groupId,
    ])
    expect((await caller.callOk(groupPhrases.list, { templateId })).phrases).toEqual(all)
    expect((await add('another')).reason).toBe('group-administrators-only')
    expect((await caller.call(groupPhrases.remove, gone)).reason).toBe('group-administrators-only')
    await clinic.as('owner').callOk(practiceGroups.leave, {})
    expect(await sources(clinic)).not.toContain('group')
  })
})
