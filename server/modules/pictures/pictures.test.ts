import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { own_picture_bytes_max, own_pictures_max, picture_annotations_max } from '../../../contract/limits.ts'
import type { PictureAnnotation } from '../../../contract/pictures.ts'
import { parseFileName } from '../../platform/files/file-name.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import type { TestCaller } from '../../testing/test-caller.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { newJpeg } from '../../testing/test-picture.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { pictureFileName } from './picture-store.ts'

const { consents, patients, pictures, records, signing } = contract

let testApp: TestApp
let dentist: TestCaller
beforeAll(async () => {
  testApp = await openTestApp()
  dentist = testApp.clinicA.as('dentist')
})
afterAll(() => testApp.close())

const onTooth = (tooth: string | null): PictureAnnotation => ({
  shape: 'circle',
  from: { x: 0.25, y: 0.5 },
  to: { x: 0.5, y: 0.75 },
  tooth,
  note: 'Decay under the filling',
})
const details = {
  kind: 'xray',
  caption: 'Your lower right teeth',
  takenOn: '2026-03-01',
  alt: 'Three teeth. The middle one has a dark patch.',
  marks: [onTooth('46')],
} as const
const image = (bytes: Buffer = newJpeg()) => bytes.toString('base64')

/** A draft about tooth 46 with a picture, marked there. */
async function withPicture(clinic: TestClinic = testApp.clinicA, change: object = {}) {
  const { id: consentId } = await clinic.addDraft()
  const added = { ...details, marks: [...details.marks], consentId, image: image(), ...change }
  return { consentId, picture: await clinic.as('dentist').callOk(pictures.add, added) }
}

const send = (consentId: string) =>
  dentist.call(consents.send, { consentId, by: 'link', unaskedAcknowledged: true, wordingConfirmed: true })

const placeOf = (picture: { id: string; sha256: string }): string => {
  const { folder, file } = parseFileName(pictureFileName(picture))
  return join(testApp.config.dataDir, 'files', folder, file.slice(0, 2), file)
}

describe('adding a picture to a draft', () => {
  it('keeps it without what its camera wrote, and shows it with its words and marks', async () => {
    const { consentId } = await withPicture(testApp.clinicA, {
      image: image(newJpeg({ secret: 'Eleanor 51.5N' })),
    })
    const [picture] = await testApp.clinicA.as('receptionist').callOk(pictures.list, { consentId })
    expect(picture).toMatchObject({
      ...{ kind: 'xray', type: 'image/jpeg', width: 16, height: 8, takenOn: '2026-03-01' },
      marks: [{ shape: 'circle', tooth: { fdi: '46', palmer: 'LR6', name: 'lower right first molar' } }],
    })
    for (const moment of ['before', 'after']) {
      const file = await dentist.get(`/api/clinic/consents/${consentId}/pictures/${picture!.id}`)
      expect([moment, file.status, file.headers['content-type']]).toEqual([moment, 200, 'image/jpeg'])
      expect(file.raw.toString('latin1')).not.toContain('Eleanor')
      expect(file.headers['cache-control']).toBe('no-store')
      // From the file store in the second round.
      await testApp.runJobs()
    }
    const { rows } = await testApp.owner.query('select waiting_bytes from consent_pictures where id = $1', [
      picture!.id,
    ])
    expect(rows).toEqual([{ waiting_bytes: null }])
    expect(existsSync(placeOf(picture!))).toBe(true)
  })

  it('adds it once, however often it is sent', async () => {
    const { id: consentId } = await testApp.clinicA.addDraft()
    const added = { ...details, marks: [], consentId, image: image() }
    const sending = { idempotencyKey: 'one-and-the-same' }
    const [first, second] = [
      await dentist.callOk(pictures.add, added, sending),
      await dentist.callOk(pictures.add, added, sending),
    ]
    expect(second).toEqual(first)
    expect(await dentist.callOk(pictures.list, { consentId })).toHaveLength(1)
  })

  it.each([
    ['a page under the name of a picture', Buffer.from('<!doctype html><p>x</p>'.repeat(9))],
    ['a PDF', Buffer.from(`%PDF-1.7${'0'.repeat(99)}`)],
    ['half a picture', newJpeg().subarray(0, 150)],
    ['more bytes than are kept', Buffer.concat([newJpeg(), Buffer.alloc(own_picture_bytes_max)])],
  ])('refuses %s', async (_what, bytes) => {
    const { id: consentId } = await testApp.clinicA.addDraft()
    const refused = await dentist.call(pictures.add, {
      ...details,
      marks: [],
      consentId,
      image: image(bytes),
    })
    expect([refused.status, refused.reason ?? refused.code]).toEqual([
      400,
      expect.stringMatching(/file-damaged|picture-refused|invalid/),
    ])
    expect(await dentist.callOk(pictures.list, { consentId })).toEqual([])
  })

  it.each([
    ['no caption', { caption: ' ' }],
    ['no words for whoever cannot see it', { alt: '' }],
    ['a tooth that there is not', { marks: [onTooth('49')] }],
    ['a mark beside the picture', { marks: [{ ...onTooth('46'), to: { x: 1.2, y: 0.5 } }] }],
    ['a mark too small to be seen', { marks: [{ ...onTooth('46'), to: { x: 0.251, y: 0.5 } }] }],
    ['more marks than anybody takes in', { marks: Array(picture_annotations_max + 1).fill(onTooth('46')) }],
  ])('refuses %s', async (_what, change) => {
    const { id: consentId } = await testApp.clinicA.addDraft()
    const refused = await dentist.call(pictures.add, {
      ...{ ...details, marks: [...details.marks], consentId, image: image() },
      ...change,
    })
    expect([refused.status, refused.code]).toEqual([400, 'invalid-argument'])
  })

  it('refuses a day that is to come, and a sixth picture', async () => {
    const { consentId } = await withPicture()
    const add = (change: object) =>
      dentist.call(pictures.add, { ...details, marks: [], consentId, image: image(), ...change })
    expect((await add({ takenOn: '2999-01-01' })).reason).toBe('in-future')
    for (let number = 2; number <= own_pictures_max; number++) expect((await add({})).status).toBe(200)
    expect((await add({})).reason).toBe('too-many')
  })
})

describe('a mark on a tooth that is not planned', () => {
  it.each(['47', '36'])('asks about tooth %s before it is kept', async (tooth) => {
    const { consentId, picture } = await withPicture()
    const changed = { ...details, consentId, pictureId: picture.id, marks: [onTooth(tooth)] }
    const refused = await dentist.call(pictures.change, changed)
    expect([refused.status, refused.reason]).toEqual([409, 'marks-elsewhere'])
    expect(refused.error!.message).toContain(`(${tooth})`)
    const kept = await dentist.callOk(pictures.change, { ...changed, elsewhereConfirmed: true })
    expect(kept.marks[0]!.tooth!.fdi).toBe(tooth)
  })

  it('on the other side keeps the draft from being sent once the plan is another one', async () => {
    const { consentId, picture } = await withPicture()
    const { plan, patient, clinician } = await dentist.callOk(consents.get, { consentId })
    const moved = { ...plan, patientId: patient.id, clinicianId: clinician.id, consentId }
    await dentist.callOk(consents.update, { ...moved, items: [{ ...plan.items[0]!, teeth: ['36'] }] })
    const refused = await send(consentId)
    expect([refused.status, refused.reason]).toEqual([409, 'marks-on-other-side'])
    const changed = { ...details, marks: [...details.marks], consentId, pictureId: picture.id }
    expect((await dentist.call(pictures.change, changed)).reason).toBe('marks-elsewhere')
    await dentist.callOk(pictures.change, { ...changed, elsewhereConfirmed: true })
    expect((await send(consentId)).status).toBe(200)
  })
})

describe('sending', () => {
  it('freezes pictures, words and marks with the text: its hash is of them too', async () => {
    const { consentId, picture } = await withPicture()
    const sent = (await send(consentId)).body
    expect(sent.content.ownPictures).toEqual([picture])
    expect(sent.chainIntact).toBe(true)
    // Whatever is changed behind the product's back shows.
    await testApp.owner.query('alter table consents disable trigger guard_consent')
    await testApp.owner.query(
      `update consents set content = jsonb_set(content, '{ownPictures,0,marks,0,tooth,fdi}', '"36"') where id = $1`,
      [consentId],
    )
    await testApp.owner.query('alter table consents enable trigger guard_consent')
    expect((await dentist.callOk(consents.get, { consentId })).chainIntact).toBe(false)
  })

  it('ends every change, by the product and by the database', async () => {
    const { consentId, picture } = await withPicture()
    await send(consentId)
    const one = { consentId, pictureId: picture.id }
    const told = { ...details, marks: [...details.marks] }
    for (const refused of [
      await dentist.call(pictures.add, { ...told, consentId, image: image() }),
      await dentist.call(pictures.change, { ...told, ...one }),
      await dentist.call(pictures.remove, one),
    ])
      expect([refused.status, refused.reason]).toEqual([409, 'wrong-state'])
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    const scope = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    for (const statement of [
      `update consent_pictures set caption = 'x' where id = $1`,
      `delete from consent_pictures where id = $1`,
    ])
      await expect(rawQuery(app)(scope, statement, [picture.id])).rejects.toThrow('frozen')
    await expect(
      rawQuery(app)(scope, `update consent_pictures set sha256 = 'x' where id = $1`, [picture.id]),
    ).rejects.toThrow('permission denied')
    await app.end()
    await testApp.runJobs()
    expect((await dentist.callOk(pictures.list, { consentId }))[0]).toEqual(picture)
  })

  it('leaves a text without pictures as it was', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    expect((await dentist.callOk(consents.get, { consentId })).content).not.toHaveProperty('ownPictures')
  })

  it('shows them to that patient, and to no other', async () => {
    const { consentId, picture } = await withPicture()
    const { patient: whose } = await dentist.callOk(consents.get, { consentId })
    const { contentHash } = (await send(consentId)).body
    const sent = { consentId, patientId: whose.id, contentHash: contentHash! }
    const { patient } = await testApp.clinicA.open(sent)
    const read = await patient.callOk(signing.read, { consentId })
    expect(read.content.ownPictures).toEqual([picture])
    const path = `/api/patient/consents/${consentId}/pictures/${picture.id}`
    const file = await patient.get(path)
    expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ])
    const other = await testApp.clinicA.addViewed()
    expect((await other.patient.get(path)).status).toBe(401)
    const across = `/api/patient/consents/${other.consentId}/pictures/${picture.id}`
    expect((await other.patient.get(across)).status).toBe(404)
    expect((await testApp.anonymous().get(path)).status).toBe(401)
  })
})

describe('another clinic', () => {
  it('knows no picture, and cannot change one', async () => {
    const { consentId, picture } = await withPicture()
    const other = testApp.clinicB.as('dentist')
    const one = { consentId, pictureId: picture.id }
    const told = { ...details, marks: [...details.marks] }
    for (const { status } of [
      await other.call(pictures.list, { consentId }),
      await other.call(pictures.add, { ...told, consentId, image: image() }),
      await other.call(pictures.change, { ...told, ...one }),
      await other.call(pictures.remove, one),
      await other.get(`/api/clinic/consents/${consentId}/pictures/${picture.id}`),
    ])
      expect(status).toBe(404)
    const own = await testApp.clinicB.addDraft()
    const across = { consentId: own.id, pictureId: picture.id }
    expect((await other.call(pictures.remove, across)).reason).toBe('picture-not-found')
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    const scope = { role: 'candour_clinic', clinicId: testApp.clinicB.id } as const
    expect(await rawQuery(app)(scope, 'select id from consent_pictures where id = $1', [picture.id])).toEqual(
      [],
    )
    await app.end()
  })

  it('keeps its own copy of the same picture when one is removed', async () => {
    const [one, other] = [await withPicture(testApp.clinicA), await withPicture(testApp.clinicB)]
    expect(other.picture.sha256).toBe(one.picture.sha256)
    await testApp.runJobs()
    await testApp.clinicA
      .as('dentist')
      .callOk(pictures.remove, { consentId: one.consentId, pictureId: one.picture.id })
    await testApp.runJobs()
    expect(existsSync(placeOf(other.picture))).toBe(true)
  })
})

describe('removing', () => {
  it('leaves nothing of a picture behind, and takes no other of the same bytes away', async () => {
    const [first, second] = [await withPicture(testApp.clinicA), await withPicture(testApp.clinicA)]
    expect(second.picture.sha256).toBe(first.picture.sha256)
    await testApp.runJobs()
    const remove = ({ consentId, picture }: typeof first) =>
      dentist.callOk(pictures.remove, { consentId, pictureId: picture.id })
    await remove(first)
    await testApp.runJobs()
    expect([first, second].map(({ picture }) => existsSync(placeOf(picture)))).toEqual([false, true])
    await remove(second)
    await testApp.runJobs()
    expect(existsSync(placeOf(second.picture))).toBe(false)
    expect(await dentist.callOk(pictures.list, { consentId: second.consentId })).toEqual([])
  })

  it('before the file store has it leaves no file', async () => {
    const { consentId, picture } = await withPicture(testApp.clinicB)
    await testApp.clinicB.as('dentist').callOk(pictures.remove, { consentId, pictureId: picture.id })
    await testApp.runJobs()
    expect(existsSync(placeOf(picture))).toBe(false)
  })

  it('is written down, as adding and changing are, without a word of what they show', async () => {
    const { consentId, picture } = await withPicture()
    const one = { consentId, pictureId: picture.id }
    await dentist.callOk(pictures.change, {
      ...details,
      marks: [...details.marks],
      ...one,
      caption: 'Another',
    })
    await dentist.callOk(pictures.remove, one)
    const { rows } = await testApp.owner.query<{ action: string; details: object }>(
      `select action, details from audit_rows where subject = $1 and action like 'picture.%' order by sequence`,
      [consentId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['picture.added', 'picture.changed', 'picture.removed'])
    expect(JSON.stringify(rows)).not.toMatch(/Another|lower right|Decay/)
  })
})

describe('the record of a patient', () => {
  it('holds the pictures as files, in the pack and in the export of the practice', async () => {
    const clinic = await testApp.addClinic('Pictured')
    const { consentId, picture } = await withPicture(clinic)
    const { patient } = await clinic.as('dentist').callOk(consents.get, { consentId })
    await testApp.runJobs()
    const name = `pictures/${consentId}-${picture.id}.jpg`
    const owner = clinic.as('owner')
    const pack = await clinic.as('dentist').callOk(records.makePack, { patientId: patient.id })
    await testApp.runJobs()
    const { url } = await clinic.as('dentist').callOk(records.releasePack, { fileId: pack.id })
    const packed = unzipSync((await clinic.as('dentist').get(url)).raw)
    const kept = (await clinic.as('dentist').get(`/api/clinic/consents/${consentId}/pictures/${picture.id}`))
      .raw
    expect(Buffer.from(packed[name]!)).toEqual(kept)
    expect(Buffer.from(packed['data/consent_pictures.json']!).toString()).not.toContain('waiting_bytes')
    expect(Buffer.from(packed['index.html']!).toString()).toContain('Picture: Your lower right teeth')
    const exported = await owner.callOk(records.makeExport, {})
    await testApp.runJobs()
    const [file] = (await owner.callOk(records.listExports, {})).filter(({ id }) => id === exported.id)
    expect(file!.status).toBe('ready')
  })

  it('goes with the consent when two records become one', async () => {
    const { consentId, picture } = await withPicture()
    const { patient } = await dentist.callOk(consents.get, { consentId })
    const survivorId = await testApp.clinicA.addPatient()
    await testApp.clinicA.addMerge(survivorId, patient.id)
    expect((await dentist.callOk(consents.get, { consentId })).patient.id).toBe(survivorId)
    expect(await dentist.callOk(pictures.list, { consentId })).toEqual([picture])
    expect((await dentist.callOk(patients.get, { patientId: survivorId })).id).toBe(survivorId)
  })

  it('keeps them when the consent is made void', async () => {
    const { consentId, picture } = await withPicture()
    await send(consentId)
    await testApp.clinicA.as('manager').callOk(consents.void, { consentId, reason: 'Made in error' })
    await testApp.runJobs()
    expect(await dentist.callOk(pictures.list, { consentId })).toEqual([picture])
    const file = await dentist.get(`/api/clinic/consents/${consentId}/pictures/${picture.id}`)
    expect(file.status).toBe(200)
  })
})

it('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
