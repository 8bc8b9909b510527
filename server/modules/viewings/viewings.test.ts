import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { viewings_max } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { paperInputFor, signatureFor, type OpenedConsent } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { consents, signing, viewings } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type Watched = OpenedConsent & { videoId: string }
const range = (from: number, to: number) => ({ fromMs: from * 1000, toMs: to * 1000 })
const emptyReport = { speed: 1, withCaptions: false, transcriptMs: 0 }

const start = ({ consentId, videoId, patient }: Watched, showing: string = crypto.randomUUID()) =>
  patient.callOk(viewings.start, { consentId, videoId, showing, device: 'phone' }).then(() => showing)

/** Lets a showing have begun so many seconds earlier. */
const advanceSeconds = (seconds: number) => testApp.clock.advance(seconds * 1000)

type Report = { ranges?: ReturnType<typeof range>[]; number?: number; speed?: number; transcriptMs?: number }
const report = ({ consentId, videoId, patient }: Watched, showing: string, told: Report) =>
  patient.call(viewings.report, {
    consentId,
    videoId,
    showing,
    number: 1,
    ranges: [],
    ...emptyReport,
    ...told,
  })

/** A form whose video of a minute was begun, with the minute gone by. */
async function addStartedViewing(options?: Parameters<TestApp['clinicA']['addWithVideo']>[0]) {
  const opened = await testApp.clinicA.addWithVideo(options)
  const showing = await start(opened)
  advanceSeconds(60)
  return { ...opened, showing }
}

const getViewings = ({ consentId }: { consentId: string }) =>
  testApp.clinicA.as('dentist').callOk(viewings.ofConsent, { consentId })
const read = ({ consentId }: { consentId: string }) =>
  testApp.clinicA.as('dentist').callOk(consents.get, { consentId })
const sign = (opened: Watched) => opened.patient.call(signing.sign, signatureFor(opened))
const eventsOf = async (opened: Watched) =>
  (await read(opened)).events.map(({ event }) => event).filter((event) => event.startsWith('viewing.'))

describe('a required video', () => {
  it('is watched before the form is signed', async () => {
    const opened = await testApp.clinicA.addWithVideo()
    expect((await sign(opened)).reason).toBe('video-not-watched')
    const showing = await start(opened)
    advanceSeconds(30)
    const half = await report(opened, showing, { ranges: [range(0, 30)] })
    expect(half.body).toMatchObject({ standing: 'begun', ranges: [range(0, 30)], resumeMs: 30_000 })
    expect((await sign(opened)).reason).toBe('video-not-watched')
    advanceSeconds(30)
    const whole = await report(opened, showing, { number: 2, ranges: [range(30, 60)] })
    expect(whole.body).toMatchObject({ standing: 'watched', ranges: [range(0, 60)], resumeMs: 0 })
    expect((await sign(opened)).status).toBe(200)
    expect(await read(opened)).toMatchObject({ status: 'signed', chainIntact: true })
    expect(await eventsOf(opened)).toEqual(['viewing.watched'])
    expect(await getViewings(opened)).toMatchObject([
      {
        ...{ standing: 'watched', isRequired: true, lengthSeconds: 60, seenSeconds: 60, speeds: [] },
        showings: [{ device: 'phone' }],
        readInstead: null,
      },
    ])
  })

  it('may be read instead, with the reason, which the chain does not say', async () => {
    const opened = await testApp.clinicA.addWithVideo()
    const { consentId, videoId, patient } = opened
    const said = { consentId, videoId, reason: 'deaf' } as const
    expect(await patient.callOk(viewings.readInstead, said)).toMatchObject({ standing: 'read' })
    expect(await patient.callOk(viewings.readInstead, { ...said, reason: 'other' })).toMatchObject({
      standing: 'read',
    })
    expect((await sign(opened)).status).toBe(200)
    expect(await getViewings(opened)).toMatchObject([
      { standing: 'read', readInstead: { reason: 'deaf', hadTranscript: true }, watchedAt: null },
    ])
    const { events } = await read(opened)
    const told = events.find(({ event }) => event === 'viewing.read_instead')!
    expect(Object.keys(told.details).toSorted()).toEqual(['entry', 'hash', 'part'])
  })

  it('without a transcript is no dead end: that it could not be watched is put on record', async () => {
    const opened = await testApp.clinicA.addWithVideo({ transcript: '' })
    const { consentId, videoId, patient } = opened
    await patient.callOk(viewings.readInstead, { consentId, videoId, reason: 'blind' })
    expect((await sign(opened)).status).toBe(200)
    expect(await getViewings(opened)).toMatchObject([
      { readInstead: { reason: 'blind', hadTranscript: false } },
    ])
  })

  it('is not asked for on paper, which nobody can watch it on', async () => {
    const opened = await testApp.clinicA.addWithVideo()
    const { sentAt } = await read(opened)
    await testApp.clinicA
      .as('dentist')
      .callOk(contract.paper.takeIn, paperInputFor(opened, new Date(sentAt!)))
    expect(await read(opened)).toMatchObject({ status: 'signed', chainIntact: true })
    expect(await getViewings(opened)).toMatchObject([{ standing: 'unwatched' }])
  })
})

describe('a video that is not required', () => {
  it('holds up nothing, and what was watched of it is named right before the signature', async () => {
    const opened = await addStartedViewing({ required: false })
    await report(opened, opened.showing, { ranges: [range(0, 10)], speed: 2 })
    expect((await sign(opened)).status).toBe(200)
    expect(await eventsOf(opened)).toEqual(['viewing.recorded'])
    expect(await getViewings(opened)).toMatchObject([{ standing: 'begun', seenSeconds: 10, speeds: [2] }])
  })

  it('leaves no trace where nobody began it', async () => {
    const opened = await testApp.clinicA.addWithVideo({ required: false })
    expect((await sign(opened)).status).toBe(200)
    expect(await eventsOf(opened)).toEqual([])
  })
})

describe('a forged report', () => {
  it.each<[string, Report, string]>([
    ['of more than time has passed', { ranges: [range(0, 40), range(0, 40)] }, 'too-fast'],
    ['past the end', { ranges: [range(0, 61)] }, 'past-the-end'],
    ['with a gap', { ranges: [range(0, 10), range(12, 20)] }, 'skipped-ahead'],
    ['of the end alone', { ranges: [range(58, 60)] }, 'skipped-ahead'],
    ['played backwards', { ranges: [range(10, 5)] }, 'range-wrong'],
    ['faster than it is', { ranges: [range(0, 10)], speed: 1.5 }, 'speed-too-high'],
    ['of a transcript for longer than time has passed', { transcriptMs: 90_000 }, 'too-fast'],
  ])('%s is refused, and nothing of it kept', async (_what, told, reason) => {
    const opened = await addStartedViewing()
    expect((await report(opened, opened.showing, told)).reason).toBe(reason)
    expect(await getViewings(opened)).toMatchObject([{ standing: 'unwatched', seenSeconds: 0 }])
    expect((await sign(opened)).reason).toBe('video-not-watched')
  })

  it.each<[string, object]>([
    ['negative', { ranges: [{ fromMs: -1000, toMs: 60_000 }] }],
    ['of no number', { ranges: [{ fromMs: 0, toMs: NaN }] }],
    ['of parts of a millisecond', { ranges: [{ fromMs: 0, toMs: 0.5 }] }],
    ['of a speed beyond all', { speed: 1000 }],
    ['of no speed', { speed: 0 }],
    ['of more ranges than anybody watches', { ranges: Array.from({ length: 100 }, () => range(0, 1)) }],
  ])('%s does not get as far as that', async (_what, told) => {
    const opened = await addStartedViewing()
    expect((await report(opened, opened.showing, told)).code).toBe('invalid-argument')
  })

  it('before anything was begun, or in a showing of somebody else, is refused', async () => {
    const opened = await testApp.clinicA.addWithVideo()
    const other = await addStartedViewing()
    for (const showing of [crypto.randomUUID(), other.showing])
      expect((await report(opened, showing, { ranges: [range(0, 1)] })).reason).toBe('not-started')
  })

  it('of two tabs counts the time once', async () => {
    const opened = await testApp.clinicA.addWithVideo()
    const [one, two] = [await start(opened), await start(opened)]
    advanceSeconds(30)
    expect((await report(opened, one, { ranges: [range(0, 30)] })).status).toBe(200)
    expect((await report(opened, two, { ranges: [range(30, 60)] })).reason).toBe('too-fast')
  })

  it('sent again counts once, whatever it says then', async () => {
    const opened = await addStartedViewing()
    for (const to of [20, 20, 60]) {
      const answer = await report(opened, opened.showing, { ranges: [range(0, to)] })
      expect(answer.body).toMatchObject({ ranges: [range(0, 20)] })
    }
    expect(await getViewings(opened)).toMatchObject([{ playedSeconds: 20 }])
  })

  it('sent twice at the same time counts once', async () => {
    const opened = await addStartedViewing()
    const answers = await Promise.all(
      [1, 2, 3].map(() => report(opened, opened.showing, { ranges: [range(0, 50)] })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await getViewings(opened)).toMatchObject([{ playedSeconds: 50 }])
  })

  it('after the signature is refused; what had come is answered as before', async () => {
    const opened = await addStartedViewing()
    await report(opened, opened.showing, { ranges: [range(0, 60)] })
    await sign(opened)
    advanceSeconds(60)
    const again = await report(opened, opened.showing, { ranges: [range(0, 60)] })
    expect(again.status).toBe(200)
    const late = await report(opened, opened.showing, { number: 2, ranges: [range(0, 10)] })
    expect([late.status, late.reason]).toEqual([409, 'wrong-state'])
    const { consentId, videoId, patient } = opened
    const asked = { consentId, videoId }
    expect((await patient.call(viewings.readInstead, { ...asked, reason: 'other' })).reason).toBe(
      'wrong-state',
    )
    const begun = { ...asked, showing: crypto.randomUUID(), device: 'phone' } as const
    expect((await patient.call(viewings.start, begun)).reason).toBe('wrong-state')
  })

  it('of a form without a video, of another video, or of the form of another patient is refused', async () => {
    const opened = await addStartedViewing()
    const without = await testApp.clinicA.addViewed()
    const none = await report({ ...without, videoId: opened.videoId }, opened.showing, {})
    expect([none.status, none.reason]).toEqual([400, 'video-not-found'])
    const wrong = await report({ ...opened, videoId: crypto.randomUUID() }, opened.showing, {})
    expect(wrong.reason).toBe('video-not-found')
    const foreign = await report({ ...opened, patient: without.patient }, opened.showing, {})
    expect(foreign.status).toBe(401)
    const { consentId } = opened
    expect((await testApp.clinicB.as('dentist').call(viewings.ofConsent, { consentId })).reason).toBe(
      'not-found',
    )
  })

  it(`is one of ${viewings_max} entries at most, and reading instead is open still`, async () => {
    const opened = await addStartedViewing()
    const { consentId, videoId, patient } = opened
    await testApp.owner.query(
      `insert into viewings (clinic_id, consent_id, number, video_id, kind, showing, showing_number, said, hash, at)
       select $1, $2, n, $3, 'watched', gen_random_uuid(), 1, '{"ranges":[]}', '', now() from generate_series(2, $4) n`,
      [testApp.clinicA.id, consentId, videoId, viewings_max],
    )
    expect((await report(opened, opened.showing, { ranges: [range(0, 1)] })).reason).toBe('too-many')
    const begun = { consentId, videoId, showing: crypto.randomUUID(), device: 'phone' } as const
    expect((await patient.call(viewings.start, begun)).reason).toBe('too-many')
    const said = { consentId, videoId, reason: 'other' } as const
    expect((await patient.call(viewings.readInstead, said)).status).toBe(200)
  })
})

describe('the patient', () => {
  it('gets addresses that open the files of the video, for the link that they hold', async () => {
    const { consentId, videoId, patient, linkId } = await testApp.clinicA.addWithVideo()
    const begun = { consentId, videoId, showing: crypto.randomUUID(), device: 'phone' } as const
    const { file, captions, poster } = await patient.callOk(viewings.start, begun)
    expect([captions, poster]).toEqual([null, null])
    expect(file).toContain(`/api/videos/${videoId}/file?grant=link.${testApp.clinicA.id}.${linkId}`)
    expect((await patient.send({ method: 'GET', url: file! })).status).toBe(200)
    expect(
      (await patient.send({ method: 'GET', url: file!.replace('signature=', 'signature=x') })).status,
    ).toBe(404)
  })

  it('is told of the videos of the form, and goes on where they stopped', async () => {
    const opened = await addStartedViewing()
    const { consentId, videoId, patient, showing } = opened
    await report(opened, showing, { ranges: [range(0, 20)] })
    const [own] = await patient.callOk(viewings.list, { consentId })
    expect(own).toMatchObject({ videoId, part: 1, isRequired: true, resumeMs: 20_000 })
    const again = await patient.callOk(viewings.start, { consentId, videoId, showing, device: 'phone' })
    expect(again.viewing).toMatchObject({ ranges: [range(0, 20)] })
    expect(await getViewings(opened)).toMatchObject([{ showings: [{ device: 'phone' }] }])
  })
})

describe('the record', () => {
  it.each([
    [
      'more was watched',
      `update viewings set said = jsonb_set(said, '{speed}', '0.5') where consent_id = $1 and number = 2`,
    ],
    ['an entry is gone', 'delete from viewings where consent_id = $1 and number = 2'],
  ])('is shown as changed where %s', async (_what, change) => {
    const opened = await addStartedViewing()
    await report(opened, opened.showing, { ranges: [range(0, 60)] })
    await sign(opened)
    expect((await read(opened)).chainIntact).toBe(true)
    await testApp.owner.query(change, [opened.consentId])
    expect((await read(opened)).chainIntact).toBe(false)
    const { chainIntact } = await opened.patient.callOk(signing.read, { consentId: opened.consentId })
    expect(chainIntact).toBe(false)
  })
})

describe('the database', () => {
  let app: pg.Client
  beforeAll(async () => {
    app = new pg.Client(testApp.logins.app)
    await app.connect()
  })
  afterAll(() => app.end())

  let opened: Watched & { showing: string }
  beforeEach(async () => {
    opened = await addStartedViewing()
    await report(opened, opened.showing, { ranges: [range(0, 10)] })
  })
  const scopeOf = (role: 'candour_patient' | 'candour_clinic' | 'candour_link') => ({
    ...{ role, clinicId: testApp.clinicA.id, consentIds: [opened.consentId] },
  })

  it('lets a patient see and add entries of their own consent, one behind the other, and nobody change them', async () => {
    await addStartedViewing()
    const seen = await rawQuery(app)<{ consent_id: string }>(
      scopeOf('candour_patient'),
      'select distinct consent_id from viewings',
    )
    expect(seen.map(({ consent_id: own }) => own)).toEqual([opened.consentId])
    const insert = `insert into viewings (clinic_id, consent_id, number, video_id, kind, showing, showing_number, said, hash, at)
                    values ($1, $2, $3, $4, 'watched', $4, 9, '{}', 'x', now())`
    const row = (number: number) => [testApp.clinicA.id, opened.consentId, number, crypto.randomUUID()]
    await expect(rawQuery(app)(scopeOf('candour_patient'), insert, row(7))).rejects.toThrow(
      'follows the last one',
    )
    for (const role of ['candour_clinic', 'candour_link'] as const)
      await expect(rawQuery(app)(scopeOf(role), insert, row(3))).rejects.toThrow('permission denied')
    for (const role of ['candour_patient', 'candour_clinic'] as const)
      for (const change of [`update viewings set hash = ''`, 'delete from viewings'])
        await expect(rawQuery(app)(scopeOf(role), change)).rejects.toThrow('permission denied')
  })

  it('lets the chain tell of an entry as it is, once, and by the patient', async () => {
    const { rows } = await testApp.owner.query<{ number: number; hash: string; viewing: string }>(
      `select e.number, e.hash, v.hash as viewing from consent_events e join viewings v using (clinic_id, consent_id)
       where consent_id = $1 and v.number = 2 order by e.number desc limit 1`,
      [opened.consentId],
    )
    const { number, hash, viewing } = rows[0]!
    const tell = `insert into consent_events
      (clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
      values ($1, $2, $3, $6, now(), 'Patient', '', '', $4, $5, 'x') returning number`
    const values = (details: object, event = 'viewing.watched', place = number + 1, previous = hash) => [
      ...[testApp.clinicA.id, opened.consentId, place, details, previous, event],
    ]
    const last = { entry: 2, hash: viewing }
    await expect(rawQuery(app)(scopeOf('candour_patient'), tell, values(last))).resolves.toHaveLength(1)
    for (const [role, told] of [
      ['candour_patient', values({ entry: 1, hash: viewing })],
      ['candour_patient', values({ entry: 2, hash: 'x' })],
      ['candour_patient', values(last, 'viewing.read_instead')],
      ['candour_patient', values(last, 'viewing.made_up')],
      ['candour_patient', values(last, 'viewing.watched', number + 2)],
      ['candour_patient', values(last, 'viewing.watched', number + 1, 'x')],
      ['candour_clinic', values(last)],
    ] as const)
      await expect(rawQuery(app)(scopeOf(role), tell, told)).rejects.toThrow(
        /did not happen|follows the last/,
      )
  })
})

describe('the video of a form, for staff', () => {
  const dentist = () => testApp.clinicA.as('dentist')

  it('opens as it was frozen, also once it left the library, and for this practice alone', async () => {
    const { consentId, videoId } = await testApp.clinicA.addWithVideo()
    await testApp.clinicA.as('owner').callOk(contract.videos.remove, { videoId })
    expect((await dentist().call(contract.videos.addresses, { videoId })).reason).toBe('not-found')
    const { file } = await dentist().callOk(viewings.addresses, { consentId, videoId })
    expect((await dentist().get(file!)).status).toBe(200)
    expect((await testApp.clinicB.as('owner').get(file!)).status).toBe(403)
    const foreign = await testApp.clinicB.as('owner').call(viewings.addresses, { consentId, videoId })
    expect(foreign.reason).toBe('not-found')
  })

  it('is none that the form does not show', async () => {
    const { consentId } = await testApp.clinicA.addWithVideo()
    const { videoId } = await testApp.clinicA.addWithVideo()
    expect((await dentist().call(viewings.addresses, { consentId, videoId })).reason).toBe('video-not-found')
    const { id: draftId } = await testApp.clinicA.addDraft()
    const ofDraft = await dentist().call(viewings.addresses, { consentId: draftId, videoId })
    expect(ofDraft.reason).toBe('video-not-found')
  })
})
