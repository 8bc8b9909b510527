import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentActions, rowActions, type ConsentAction } from '../../../contract/consents.ts'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { discussion, placeholders } from '../../testing/test-clinic.ts'
import type { TestPerson, TestStaff } from '../../testing/test-people.ts'
import { newPicture } from '../../testing/test-picture.ts'

let testApp: TestApp
let patientId: string

type Member = TestPerson & { key: string; name: string; caller: TestCaller }
let members: Member[]

const standings = {
  'registered clinician': { isClinician: true, gdcNumber: true },
  'clinician without a GDC number': { isClinician: true, gdcNumber: false },
  'no clinician': { isClinician: false, gdcNumber: false },
} as const
const standing_count = Object.keys(standings).length
const posts = [
  ...([1, 2, 3, 4] as const).map((level) => ({ role: 'clinic_staff', level }) as const),
  { role: 'clinic_admin', level: 4 } as const,
]

async function addMembers(): Promise<Member[]> {
  const added = []
  for (const { role, level } of posts)
    for (const [standing, { isClinician, gdcNumber }] of Object.entries(standings)) {
      const key = `${role} of level ${level}, ${standing}`
      const number = String(300_001 + added.length)
      const staff: TestStaff = {
        ...{ role, level, isClinician, jobTitle: 'Dentist', name: ['Robin', 'Walker'] },
        ...(gdcNumber ? { gdcNumber: number } : {}),
      }
      const email = `robin${number}@example.org`
      const person = await testApp.people.addStaff(testApp.clinicA.id, email, staff)
      const caller = createTestCaller(testApp.app.http, person.cookie)
      added.push({ ...person, key, name: 'Robin Walker', caller })
    }
  return added
}

beforeAll(async () => {
  testApp = await openTestApp()
  members = await addMembers()
  patientId = await testApp.clinicA.addPatient({
    address: '14 Harbour Street, Whitby',
  })
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const dentist = () => testApp.clinicA.as('dentist')
const setOf = (consentId: string, columns: string) =>
  testApp.owner.query(`update consents set ${columns} where id = $1`, [consentId])

const asVerbal = async () => {
  const { id: consentId } = await testApp.clinicA.addDraft({ patientId })
  await dentist().callOk(contract.consents.recordVerbal, {
    ...{ consentId, discussion: discussion(), wordingConfirmed: true },
    witnesses: [{ name: 'Priya Nair', capacity: 'Dental nurse', statement: 'I heard it.' }],
  })
  return consentId
}
const asSent = async () => (await testApp.clinicA.addSent({ patientId })).consentId
const asSigned = async () => (await testApp.clinicA.addSigned({ patientId })).consentId
const asDiscussed = async () => {
  const consentId = await asSigned()
  await testApp.clinicA.discuss({ consentId })
  return consentId
}
const changedFrom = (make: () => Promise<string>, columns: string) => async () => {
  const consentId = await make()
  await setOf(consentId, columns)
  return consentId
}
const after = (make: () => Promise<string>, end: (consentId: string) => Promise<unknown>) => async () => {
  const consentId = await make()
  await end(consentId)
  return consentId
}
const manager = () => testApp.clinicA.as('manager')

/** Every state of a consent, and what else its actions depend on. */
const situations: Record<string, () => Promise<string>> = {
  draft: async () => (await testApp.clinicA.addDraft({ patientId })).id,
  'draft, with a conversation on record': after(
    async () => (await testApp.clinicA.addDraft({ patientId })).id,
    (consentId) =>
      dentist().callOk(contract.consents.recordDiscussion, { consentId, discussion: discussion() }),
  ),
  approved: async () => {
    const { id: consentId } = await testApp.clinicA.addDraft({ patientId })
    await dentist().callOk(contract.consents.approve, { consentId })
    return consentId
  },
  sent: asSent,
  'sent, its time over': changedFrom(asSent, `expires_at = now() - interval '1 minute'`),
  'sent, with a copy on paper': after(asSent, async (consentId) => {
    await testApp.owner.query(`update consents set paper_given_at = now() where id = $1`, [consentId])
  }),
  viewed: async () => (await testApp.clinicA.addViewed({ patientId })).consentId,
  verbal: asVerbal,
  'signed, with no conversation on record': asSigned,
  signed: asDiscussed,
  'signed, a clinician asked to countersign': after(asDiscussed, (consentId) =>
    testApp.clinicA.as('nurse').callOk(contract.tasks.askCountersignature, { consentId }),
  ),
  'signed on paper': async () => (await testApp.clinicA.addPaper({ patientId })).consentId,
  'signed, treatment started': changedFrom(asDiscussed, 'started_at = now()'),
  finalised: async () => (await testApp.clinicA.addFinalised({ patientId })).consentId,
  declined: after(asSent, (consentId) =>
    dentist().callOk(contract.consents.recordRefusal, {
      ...{ consentId, reason: 'Not now' },
      ...{ consequences: 'It may get worse.', safetyNet: 'Come back.' },
    }),
  ),
  withdrawn: after(asSigned, (consentId) =>
    dentist().callOk(contract.consents.recordWithdrawal, { consentId, reason: 'Phoned us' }),
  ),
  expired: changedFrom(asSent, `status = 'expired'`),
  voided: after(asSent, (consentId) =>
    manager().callOk(contract.consents.void, { consentId, reason: 'Made in error' }),
  ),
  superseded: changedFrom(asSent, `status = 'superseded'`),
}

type Attempt = { consentId: string; member: Member }
type Trial = { status: number; reason: string | null }

const planOf = () => ({
  ...{ patientId, clinicianId: testApp.clinicA.staff.dentist.staffId!, diagnosis: 'Infected nerve' },
  items: [{ templateId: testApp.clinicA.templateId, teeth: ['46'], placeholders }],
})
const about = ({ consentId }: Attempt) => ({ consentId })
const witness = { name: 'Priya Nair', capacity: 'Dental nurse', statement: 'I heard it.' }

async function contentHashOf(consentId: string): Promise<string> {
  const { rows } = await testApp.owner.query<{ content_hash: string | null }>(
    'select content_hash from consents where id = $1',
    [consentId],
  )
  return rows[0]!.content_hash ?? '0'.repeat(64)
}

/** Each action as somebody would carry it out who does all else right. */
const trials: Record<ConsentAction, (attempt: Attempt) => Promise<Trial>> = {
  edit: (at) => at.member.caller.call(contract.consents.update, { ...about(at), ...planOf() }),
  discard: (at) => at.member.caller.call(contract.consents.discard, about(at)),
  send: (at) =>
    at.member.caller.call(contract.consents.send, {
      ...about(at),
      by: 'link',
      unaskedAcknowledged: true,
      wordingConfirmed: true,
    }),
  link: (at) => at.member.caller.call(contract.signing.createLink, about(at)),
  remind: (at) => at.member.caller.call(contract.reminders.remindNow, { ...about(at), by: 'email' }),
  letter: (at) => at.member.caller.call(contract.documents.printLetter, about(at)),
  paper: (at) => at.member.caller.call(contract.paper.print, about(at)),
  giveOut: (at) =>
    at.member.caller.call(contract.paper.giveOut, {
      ...about(at),
      givenAt: testApp.clock.now().toISOString(),
    }),
  addScan: async (at) =>
    at.member.caller.call(contract.paper.addScan, {
      ...about(at),
      ...{ code: (await contentHashOf(at.consentId)).slice(0, 8), complete: true, reason: 'Sharper' },
      files: [newPicture().toString('base64')],
    }),
  kiosk: (at) => at.member.caller.call(contract.kiosks.handOver, { consentIds: [at.consentId] }),
  discuss: (at) =>
    at.member.caller.call(contract.consents.recordDiscussion, { ...about(at), discussion: discussion() }),
  agreeVerbally: (at) =>
    at.member.caller.call(contract.consents.recordVerbal, {
      ...{ ...about(at), discussion: discussion(), wordingConfirmed: true },
      witnesses: [witness],
    }),
  refuse: (at) =>
    at.member.caller.call(contract.consents.recordRefusal, {
      ...{ ...about(at), reason: 'Not now', consequences: 'It may get worse.', safetyNet: 'Come back.' },
    }),
  confirm: (at) => at.member.caller.call(contract.consents.confirm, { ...about(at), changes: [], witness }),
  countersign: async (at) =>
    at.member.caller.call(contract.consents.finalise, {
      ...about(at),
      contentHash: await contentHashOf(at.consentId),
      name: at.member.name,
    }),
  askCountersign: (at) => at.member.caller.call(contract.tasks.askCountersignature, about(at)),
  addendum: async (at) => {
    const { items } = planOf()
    const trial = await at.member.caller.call(contract.consents.recordAddendum, {
      ...{
        ...about(at),
        items,
        personalRisks: [],
        found: 'A crack',
        note: 'Told what was found.',
        heard: true,
      },
      ...{ understanding: 'explained-back', wordingConfirmed: true, attestation: '' },
    })
    // All that is left to ask for is the second person, who attests for one request alone.
    return trial.reason === 'attestation-missing' ? { status: 200, reason: null } : trial
  },
  withdraw: (at) =>
    at.member.caller.call(contract.consents.recordWithdrawal, { ...about(at), reason: 'Phoned us' }),
  replace: (at) => at.member.caller.call(contract.consents.create, { ...planOf(), replaces: at.consentId }),
  void: (at) => at.member.caller.call(contract.consents.void, { ...about(at), reason: 'Made in error' }),
  recordDone: (at) => at.member.caller.call(contract.aftercare.recordDone, { ...about(at), places: [0] }),
}

type Row = Record<string, unknown>

const rowOf = async (consentId: string): Promise<Row> => {
  const { rows } = await testApp.owner.query<{ row: Row }>(
    'select to_jsonb(c) as row from consents c where id = $1',
    [consentId],
  )
  return rows[0]!.row
}

/** Whether a consent can be tried on again as it was, once something was done with it: quicker than a new one. */
async function restore(action: ConsentAction, { consentId, member }: Attempt, row: Row): Promise<boolean> {
  // A countersignature stays on record.
  if (action === 'countersign') return false
  if (action === 'kiosk') {
    // A tablet in a patient's hands opens nothing of the practice.
    const cookie = await testApp.people.openSession(member.userId, member.staffId)
    member.caller = createTestCaller(testApp.app.http, cookie)
  }
  const columns = Object.keys(row).join(', ')
  await testApp.owner.query(
    `update consents set (${columns}) = (select ${columns} from jsonb_populate_record(null::consents, $2)) where id = $1`,
    [consentId, JSON.stringify(row)],
  )
  if (action === 'discuss')
    await testApp.owner.query(
      `delete from consent_discussions where id =
         (select id from consent_discussions where consent_id = $1 order by recorded_at desc limit 1)`,
      [consentId],
    )
  if (action === 'askCountersign')
    await testApp.owner.query(`delete from tasks where consent_id = $1 and kind = 'countersign'`, [consentId])
  // The next reminder would wait for hours.
  await testApp.owner.query('delete from reminders where consent_id = $1', [consentId])
  await testApp.owner.query('update treatments_done set taken_back_at = now() where consent_id = $1', [
    consentId,
  ])
  return true
}

/** What came of a trial, in the words of an offer. */
const outcomeOf = ({ status, reason }: Trial) => {
  if (status === 200) return null
  return reason === 'permission-denied' ? 'not-permitted' : reason
}

let cells = 0

/**
 * Who tries in a situation: every post once, with another standing than in the situation before, so that each post
 * meets each action in each standing in a third of the situations. All fifteen in all of them find nothing more.
 */
const membersIn = (situation: number): Member[] =>
  posts.map((_, post) => members[post * standing_count + ((situation + post) % standing_count)]!)

test.each(Object.entries(situations).map(([name, make], index) => ({ name, make, index })))(
  'what is offered on a consent that is $name is what can be done',
  async ({ make, index }) => {
    const start = async () => {
      const id = await make()
      return [id, await rowOf(id)] as const
    }
    let [consentId, row] = await start()
    const differing: string[] = []
    for (const member of membersIn(index)) {
      const { actions } = await member.caller.callOk(contract.consents.get, { consentId })
      const listed = await member.caller.callOk(contract.consents.listOfPatient, { patientId })
      expect(listed.find(({ id }) => id === consentId)?.actions).toEqual(
        rowActions.filter((action) => actions[action] === null),
      )
      for (const action of consentActions) {
        const outcome = outcomeOf(await trials[action]({ consentId, member }))
        if (outcome !== actions[action])
          differing.push(`${action} by ${member.key}: offered ${actions[action]}, answered ${outcome}`)
        cells++
        const isAsBefore = outcome !== null || (await restore(action, { consentId, member }, row))
        if (!isAsBefore) [consentId, row] = await start()
      }
    }
    expect(differing).toEqual([])
  },
  300_000,
)

test('that is every state and action for each post, in a standing of its own', () => {
  expect(cells).toBe(Object.keys(situations).length * posts.length * consentActions.length)
  console.info(`${cells} cells of what is offered and what is answered`)
})
