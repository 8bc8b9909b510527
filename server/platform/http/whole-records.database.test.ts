import { afterAll, beforeAll, expect, it } from 'vitest'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { contract } from '../../../contract/index.ts'
import type { TestResponse } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { day_ms } from '../clock.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const manager = () => testApp.clinicA.as('manager')
const admin = () => testApp.as(testApp.superAdmin)
const day = (ahead: number) => dateInTimeZone(new Date(testApp.clock.now().getTime() + ahead * day_ms))

/** Written where a record is made, and turned into what no font has behind the back of the product. */
const typed = 'Oldest words'
const [old, fresh] = ['ᏣᎳᎩ', 'Ꭽ']

type Saving = {
  /** Where the text stands. */
  column: [table: string, column: string]
  field: string
  /** Saves the record whole, with this text and something else that changed. */
  save(text: string): Promise<TestResponse<unknown>>
}
const template = {
  name: 'Snoring splint',
  treatmentType: 'Other',
  sections: [{ id: 1, title: 'Treatment Description', content: '<p>A splint.</p>' }],
}
let saved = 0

/** Each record that is saved whole, made with the text. */
const records: Record<string, () => Promise<Saving>> = {
  async 'a treatment type'() {
    const type = { name: 'Splints', description: typed, subtypes: [] }
    const { id: treatmentId } = await manager().callOk(contract.treatments.create, type)
    return {
      ...{ column: ['treatment_types', 'description'], field: 'description' },
      save: (description) =>
        manager().call(contract.treatments.update, { treatmentId, name: `Splints ${saved++}`, description }),
    }
  },
  async 'a template'() {
    const made = await manager().callOk(contract.templates.create, {
      ...template,
      sections: [{ id: 1, title: typed, content: '<p>A splint.</p>' }],
    })
    const { id: templateId } = made
    return {
      ...{ column: ['template_versions', 'wording'], field: 'sections.0.title' },
      async save(title) {
        const { versionId } = await manager().callOk(contract.templates.get, { templateId })
        const sections = [{ id: 1, title, content: `<p>Splint ${saved++}.</p>` }]
        return manager().call(contract.templates.update, { ...template, templateId, versionId, sections })
      },
    }
  },
  async 'a translation'() {
    const { id: templateId } = await manager().callOk(contract.templates.create, template)
    const written = (title: string, translationId: string | null, content = '<p>Sblint.</p>') => ({
      ...({ templateId, translationId, language: 'cy', format: 'standard' } as const),
      sections: [{ sectionId: 1, title, content, status: 'machine' as const, isCompared: false }],
    })
    await manager().callOk(contract.translations.save, written(typed, null))
    return {
      ...{ column: ['template_translations', 'sections'], field: 'sections.0.title' },
      async save(title) {
        const list = await manager().callOk(contract.translations.list, { templateId })
        const { id } = list.find(({ language }) => language === 'cy')!
        return manager().call(contract.translations.save, written(title, id, `<p>Sblint ${saved++}.</p>`))
      },
    }
  },
  async 'who answers for a template'() {
    const { id: templateId } = await manager().callOk(contract.templates.create, template)
    const written = (name: string, reviewDue: string) => ({
      ...{ templateId, reviewDue },
      clinicalOwner: { name, gdcNumber: '123456' },
    })
    await manager().callOk(contract.templates.setCare, written(typed, day(300)))
    return {
      ...{ column: ['templates', 'clinical_owner_name'], field: 'clinicalOwner.name' },
      save: (name) => manager().call(contract.templates.setCare, written(name, day(400 + saved++))),
    }
  },
  async 'a text message'() {
    const name = { kind: 'reminder', channel: 'email', language: 'en' } as const
    const written = (subject: string) => ({ ...name, subject, text: `Number ${saved++}: {{link}}` })
    await manager().callOk(contract.messages.changeText, written(typed))
    return {
      ...{ column: ['message_texts', 'subject'], field: 'subject' },
      save: (subject) => manager().call(contract.messages.changeText, written(subject)),
    }
  },
  async 'a policy'() {
    const written = (title: string, after: number) => ({
      ...{ policy: 'laser', title, text: `Number ${saved++}`, reviewOn: day(300), after },
    })
    await manager().callOk(contract.policies.adopt, written(typed, 0))
    return {
      ...{ column: ['policy_versions', 'title'], field: 'title' },
      async save(title) {
        const { version } = await manager().callOk(contract.policies.get, { policy: 'laser' })
        return manager().call(contract.policies.adopt, written(title, version!.number))
      },
    }
  },
  async 'an incident'() {
    const told = { kind: 'near-miss', happenedOn: day(-1), summary: 'A tooth', isAboutConsent: true } as const
    const { id: incidentId } = await manager().callOk(contract.incidents.record, told)
    const written = (learning: string) => ({ incidentId, learning, shared: `At ${saved++}`, isClosed: false })
    await manager().callOk(contract.incidents.update, written(typed))
    return {
      ...{ column: ['compliance_incidents', 'learning'], field: 'learning' },
      save: (learning) => manager().call(contract.incidents.update, written(learning)),
    }
  },
  async 'an action'() {
    const written = (title: string) => ({
      ...{ title, ownerId: testApp.clinicA.staff.dentist.staffId!, dueOn: day(100 + saved++) },
    })
    const { id: actionId } = await manager().callOk(contract.improvementActions.create, written(typed))
    return {
      ...{ column: ['improvement_actions', 'title'], field: 'title' },
      save: (title) => manager().call(contract.improvementActions.update, { ...written(title), actionId }),
    }
  },
  async 'an entry of the processing record'() {
    const written = (purpose: string) => ({
      ...{ purpose, lawfulBasis: 'Legitimate interests', people: 'Patients', data: `Name ${saved++}` },
      ...{ recipients: 'Royal Mail', transfers: 'None', retention: 'None', security: 'Envelopes' },
    })
    const { entries } = await manager().callOk(contract.dataProtection.saveProcessing, {
      ...written(typed),
      key: null,
    })
    const { key } = entries.find(({ purpose }) => purpose === typed)!
    return {
      ...{ column: ['processing_entries', 'purpose'], field: 'purpose' },
      save: (purpose) => manager().call(contract.dataProtection.saveProcessing, { ...written(purpose), key }),
    }
  },
  async 'an answer that is kept'() {
    const canned = { title: 'Logo', words: typed }
    const { id: cannedId } = await admin().callOk(contract.adminTickets.addCanned, canned)
    return {
      ...{ column: ['canned_answers', 'words'], field: 'words' },
      save: (words) =>
        admin().call(contract.adminTickets.changeCanned, { cannedId, title: `Logo ${saved++}`, words }),
    }
  },
  async 'a document of the platform'() {
    const written = (title: string) => ({ kind: 'dpia', title, text: `Number ${saved++}` }) as const
    await admin().callOk(contract.platformDocuments.saveDraft, written(typed))
    return {
      ...{ column: ['platform_document_versions', 'title'], field: 'title' },
      save: (title) => admin().call(contract.platformDocuments.saveDraft, written(title)),
    }
  },
  async 'what is said of a practice'() {
    const { id: clinicId } = await testApp.addClinic('Facts Field')
    await testApp.owner.query('update clinics set address = $2 where id = $1', [clinicId, typed])
    return {
      ...{ column: ['clinics', 'address'], field: 'address' },
      async save(address) {
        const { rows } = await testApp.owner.query<{ version: number }>(
          'select settings_version as version from clinics where id = $1',
          [clinicId],
        )
        const facts = { name: 'Facts Field', nation: 'england', timeZone: 'Europe/London' } as const
        const phone = `01632 9604${10 + saved++}`
        const { version } = rows[0]!
        return admin().call(contract.directory.changeFacts, { clinicId, ...facts, phone, version, address })
      },
    }
  },
  async 'how a practice introduces itself'() {
    const clinic = await testApp.addClinic('Profile Park')
    const profile = { name: 'Profile Park', phone: '01632 960417', nation: 'england' } as const
    const asks = clinic.as('manager')
    const { version } = await asks.callOk(contract.clinicSettings.profile, {})
    await asks.callOk(contract.clinicSettings.changeProfile, { ...profile, address: typed, version })
    return {
      ...{ column: ['clinics', 'address'], field: 'address' },
      async save(address) {
        const before = await asks.callOk(contract.clinicSettings.profile, {})
        const change = { ...before, outOfHours: `01632 9604${10 + saved++}`, address }
        return asks.call(contract.clinicSettings.changeProfile, change)
      },
    }
  },
  async 'a member of staff'() {
    const { staffId } = await testApp.clinicA.addColleague()
    const person = {
      ...({ staffId: staffId!, firstName: 'Colleague', role: 'clinic_staff', permissionLevel: 1 } as const),
      ...{ permissions: {}, isClinician: false, loginHoursRestricted: false, loginHours: {} },
    }
    const written = (jobTitle: string) => ({ ...person, jobTitle, lastName: `Number ${saved++}` })
    await testApp.clinicA.as('owner').callOk(contract.staff.update, written(typed))
    return {
      ...{ column: ['staff', 'job_title'], field: 'jobTitle' },
      save: (jobTitle) => testApp.clinicA.as('owner').call(contract.staff.update, written(jobTitle)),
    }
  },
  async 'an appointment'() {
    const clinicianId = testApp.clinicA.staff.dentist.staffId!
    const booking = { patientId: await testApp.clinicA.addPatient(), clinicianId, day: day(3), time: '10:00' }
    const written = (reason: string) => ({ ...booking, reason, room: `Room ${saved++}` })
    const made = await testApp.clinicA.as('receptionist').callOk(contract.appointments.create, written(typed))
    let { version } = made
    return {
      ...{ column: ['appointments', 'reason'], field: 'reason' },
      async save(reason) {
        const change = { ...written(reason), appointmentId: made.id, version }
        const answer = await testApp.clinicA.as('receptionist').call(contract.appointments.update, change)
        if (answer.status === 200) version = answer.body.version
        return answer
      },
    }
  },
  async 'a draft'() {
    const { id: consentId, plan, patient, clinician } = await testApp.clinicA.addDraft({ diagnosis: typed })
    const written = (diagnosis: string) => ({
      ...{ ...plan, diagnosis, consentId, patientId: patient.id, clinicianId: clinician.id },
      alternativesNote: `Number ${saved++}`,
    })
    return {
      ...{ column: ['consents', 'diagnosis'], field: 'diagnosis' },
      save: (diagnosis) => testApp.clinicA.as('dentist').call(contract.consents.update, written(diagnosis)),
    }
  },
}

it.each(Object.entries(records))(
  '%s keeps a text that cannot be printed, and takes no new one',
  async (_name, make) => {
    const { column, field, save } = await make()
    const [table, name] = column
    const { rows } = await testApp.owner.query<{ type: string }>(
      'select data_type as type from information_schema.columns where table_name = $1 and column_name = $2',
      [table, name],
    )
    await testApp.owner.query(`alter table ${table} disable trigger user`)
    // As it was kept before it was encrypted, where it is now.
    const { rowCount } = await testApp.owner.query(
      `update ${table} set ${name} = case when starts_with(${name}::text, 'sealed.') then $2
         else replace(${name}::text, $1, $2) end::${rows[0]!.type}
       where ${name}::text like '%' || $1 || '%' or starts_with(${name}::text, 'sealed.')`,
      [typed, old],
    )
    await testApp.owner.query(`alter table ${table} enable trigger user`)
    expect(rowCount).toBe(1)

    const { status, error } = await save(old)
    expect([status, error]).toEqual([200, null])
    const refused = await save(fresh)
    expect([refused.code, refused.reason]).toEqual(['invalid-argument', 'unprintable'])
    expect(refused.error!.details.fields).toEqual([
      { field, message: expect.stringContaining(`“${fresh}” cannot be printed`) },
    ])
    const { rows: written } = await testApp.owner.query(
      `select 1 from ${table} where ${name}::text like '%' || $1 || '%'`,
      [fresh],
    )
    expect(written).toEqual([])
  },
)

it('a subtype whose name cannot be printed is renamed and removed by it', async () => {
  const type = { name: 'Guards', subtypes: ['First', 'Second'] }
  const { id: treatmentId } = await manager().callOk(contract.treatments.create, type)
  for (const [subtype, name] of [
    ['First', old],
    ['Second', 'Ꮳ'],
  ])
    await testApp.owner.query('update treatment_subtypes set name = $1 where name = $2', [name, subtype])
  const renaming = { treatmentId, name: old, to: fresh }
  expect((await manager().call(contract.treatments.renameSubtype, renaming)).reason).toBe('unprintable')
  await manager().callOk(contract.treatments.renameSubtype, { ...renaming, to: 'Night guard' })
  const left = await manager().callOk(contract.treatments.removeSubtype, { treatmentId, name: 'Ꮳ' })
  expect(left.subtypes.map(({ name }) => name)).toEqual(['Night guard'])
})
