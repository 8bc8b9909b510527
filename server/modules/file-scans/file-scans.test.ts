import { createHash, createHmac } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { AnyContractProcedure } from '@orpc/contract'
import pg from 'pg'
import type { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract, files } from '../../../contract/index.ts'
import { filePathsOf, type FilePath } from '../../../contract/encoded-files.ts'
import type { OperationMeta } from '../../../contract/kit.ts'
import { file_rescan_days } from '../../../contract/limits.ts'
import {
  eicar,
  eicar_signature,
  openMockClamavDaemon,
  type MockClamavDaemon,
} from '../../testing/mock-clamav-daemon.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { newJpeg, newPicture } from '../../testing/test-picture.ts'
import { uploadFile, videoBytes } from '../../testing/test-upload.ts'

const secret = 'a-secret-of-at-least-32-characters'
const day_ms = 24 * 60 * 60 * 1000

let testApp: TestApp
let daemon: MockClamavDaemon
/** What went wrong there by our own fault. */
const faults: string[] = []
/** The same practice where files are scanned. */
let app: App
beforeAll(async () => {
  testApp = await openTestApp()
  daemon = await openMockClamavDaemon()
  const settings = {
    malwareScanner: { off: false, address: daemon.address },
    supportReplies: { off: false, address: 'support@candour.example', secret },
  } as const
  app = await testApp.openSecondInstance(settings, {
    ...silentLog,
    error: ({ err }: { err?: Error }, text: string) => void faults.push(`${text}: ${err?.stack}`),
  })
})
afterAll(async () => {
  await app.close()
  await daemon.close()
  expect([...faults, ...testApp.loggedErrors]).toEqual([])
  await testApp.close()
})
beforeEach(() => {
  daemon.will('well')
  daemon.scanned.length = 0
})

const scanned = ({ cookie }: { cookie: string }): TestCaller => createTestCaller(app.http, cookie)
const owner = () => scanned(testApp.clinicA.as('owner'))
const admin = () => scanned(testApp.superAdmin)
/** Whoever may send a file by an operation. */
const senderOf = async ({ access }: OperationMeta): Promise<TestCaller> => {
  if (access === 'group') return scanned((await testApp.clinicA.addGroupOf('group_admin')).caller)
  return access === 'admin' ? admin() : owner()
}
const signedDaysAgo = (days: number) => {
  const made = new Date(testApp.clock.now().getTime() - days * day_ms)
  daemon.answerVersion(`ClamAV 1.4.3/27500/${made.toUTCString().replace(' GMT', '')}`)
}
const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes as string).toString('base64')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

const audited = async (action: string) =>
  (
    await testApp.owner.query<{
      clinic_id: string | null
      user_email: string
      details: Record<string, unknown>
    }>('select clinic_id, user_email, details from audit_rows where action = $1 order by at, id', [action])
  ).rows
const toldOf = async (clinicId: string): Promise<string[]> =>
  (
    await testApp.owner.query<{ recipient: string }>(
      `select recipient from messages where kind = 'file-blocked' and clinic_id = $1 order by created_at`,
      [clinicId],
    )
  ).rows.map(({ recipient }) => recipient)

/** As if what was sent so far had been sent two hours ago. */
const ageMessages = () =>
  testApp.owner.query(`update messages set created_at = created_at - interval '2 hours'`)

type Door = { name: string; operation: AnyContractProcedure; meta: OperationMeta; paths: FilePath[] }

function doorsOf(node: object, prefix = ''): Door[] {
  return Object.entries(node).flatMap(([key, value]: [string, object]): Door[] => {
    if (!('~orpc' in value)) return doorsOf(value, `${prefix}${key}.`)
    const operation = value as AnyContractProcedure
    const { meta, inputSchema } = operation['~orpc']
    const paths = filePathsOf(inputSchema as z.ZodType)
    return paths.length > 0 ? [{ name: prefix + key, operation, meta: meta as OperationMeta, paths }] : []
  })
}

const inEncoding = {
  base64: base64(eicar),
  text: eicar,
  'data-url': `data:image/jpeg;base64,${base64(eicar)}`,
} as const

/** The value with another one at a place; of a list, its first entry. */
function withValue(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text
  if (name === '*') return [withValue((value as unknown[] | undefined)?.[0] ?? { name: 'a.txt' }, rest, text)]
  const held = (value ?? {}) as Record<string, unknown>
  return { ...held, [name]: withValue(held[name], rest, text) }
}

/** An example with an id for each that it names, and the test file in place of its own. */
function infectedInput({ meta, paths }: Door): never {
  const filled = JSON.parse(
    JSON.stringify(meta.example).replaceAll(/":\w+"/g, '"0199d6f2-7c1e-7b3a-9a52-4f1de8a0c311"'),
  ) as unknown
  return paths.reduce(
    (input, found) => withValue(input, found.path, inEncoding[found.encoding]),
    filled,
  ) as never
}

const doors = doorsOf(contract)

describe('a file with malware', () => {
  it.each(doors.map((door) => [door.name, door] as const))('is refused by %s', async (_name, door) => {
    const before = await audited('file.blocked')
    const caller = await senderOf(door.meta)
    const refused = await caller.call(door.operation, infectedInput(door))
    expect(refused).toMatchObject({ status: 400, code: 'invalid-argument', reason: 'file-infected' })
    const after = await audited('file.blocked')
    expect(after).toHaveLength(before.length + 1)
    expect(after.at(-1)!.details).toMatchObject({ operation: door.name, sha256: [sha256(eicar)] })
    expect(after.at(-1)!.details['signatures']).toEqual([eicar_signature])
  })

  it('is told to the administrators once an hour, and of what is the platform’s to whoever runs it', async () => {
    await app.jobs.drain()
    const told = await toldOf(testApp.clinicA.id)
    expect(told).toContain(testApp.clinicA.staff.owner.email)
    expect(new Set(told).size).toBe(told.length)
    expect(await toldOf(testApp.clinicB.id)).toEqual([])
    const mails = (await testApp.mail()).filter(({ subject }) => subject.includes('malware'))
    expect(mails.map(({ to }) => to)).toContain(testApp.clinicA.staff.owner.email)
    expect(mails.some(({ subject }) => subject.startsWith('Candour:'))).toBe(true)
    await ageMessages()
    await owner().call(contract.account.setPhoto, { image: base64(eicar) })
    await app.jobs.drain()
    expect(await toldOf(testApp.clinicA.id)).toHaveLength(told.length * 2)
  })

  it('is written down with who sent it, and changed nothing', async () => {
    const { id: consentId } = await testApp.clinicA.addDraft()
    const picture = { kind: 'photo', caption: 'Front', takenOn: null, alt: 'Teeth' } as const
    const dentist = scanned(testApp.clinicA.as('dentist'))
    const image = base64(Buffer.concat([newPicture(), Buffer.from(eicar)]))
    expect((await dentist.call(contract.pictures.add, { consentId, ...picture, image })).reason).toBe(
      'file-infected',
    )
    const { clinic_id: clinicId, user_email: email } = (await audited('file.blocked')).at(-1)!
    expect([clinicId, email]).toEqual([testApp.clinicA.id, testApp.clinicA.staff.dentist.email])
    const { rows } = await testApp.owner.query('select id from consent_pictures where consent_id = $1', [
      consentId,
    ])
    expect(rows).toEqual([])
  })

  it('comes in where nobody scans', async () => {
    const logo = { image: base64(Buffer.concat([newPicture(), Buffer.from(eicar)])) }
    const { reason } = await testApp.clinicA.as('owner').call(contract.account.setPhoto, logo)
    expect(reason).not.toBe('file-infected')
    expect(daemon.scanned).toEqual([])
  })
})

describe('while the scanner', () => {
  const setPhoto = () => owner().call(contract.account.setPhoto, { image: base64(newPicture()) })

  it.each(['broken', 'cut'] as const)('is %s, files are refused for a while', async (mood) => {
    daemon.will(mood)
    expect(await setPhoto()).toMatchObject({ status: 503, code: 'unavailable', reason: 'file-unchecked' })
    daemon.will('well')
    expect((await setPhoto()).status).toBe(200)
  })

  it('is away, they are refused too, and the dashboard says so', async () => {
    await daemon.stop()
    expect((await setPhoto()).reason).toBe('file-unchecked')
    const away = await admin().callOk(contract.overview.get, {})
    expect(away.scanner.state).toBe('unreachable')
    expect(away.duties).toContainEqual({ duty: 'virus-scanner', count: 1 })
    await daemon.start()
    expect((await setPhoto()).status).toBe(200)
  })

  it('is there, the dashboard tells of when its signatures are', async () => {
    signedDaysAgo(1)
    const ready = await admin().callOk(contract.overview.get, {})
    expect(ready.scanner).toMatchObject({ state: 'ready', engine: 'ClamAV 1.4.3', signatures: '27500' })
    expect(ready.duties.map(({ duty }) => duty)).not.toContain('virus-scanner')
    signedDaysAgo(9)
    const old = await admin().callOk(contract.overview.get, {})
    expect(old.duties).toContainEqual({ duty: 'virus-scanner', count: 1 })
    expect((await testApp.as(testApp.superAdmin).callOk(contract.overview.get, {})).scanner.state).toBe('off')
  })
})

describe('an e-mail with attachments', () => {
  const post = (parts: { name: string; content: string }[]) => {
    const mail = [
      `From: ${testApp.clinicA.staff.dentist.email}`,
      ...[
        'To: support@candour.example',
        'Subject: Our screens',
        `Message-ID: <${crypto.randomUUID()}@example.org>`,
      ],
      ...['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary="b"', '', '--b'],
      ...['Content-Type: text/plain', '', 'See the files.'],
      ...parts.flatMap(({ name, content }) => [
        ...['--b', 'Content-Type: application/octet-stream', 'Content-Transfer-Encoding: base64'],
        ...[`Content-Disposition: attachment; filename="${name}"`, '', base64(content)],
      ]),
      '--b--',
    ].join('\r\n')
    const seconds = Math.round(testApp.clock.now().getTime() / 1000)
    const hex = createHmac('sha256', secret).update(`${seconds}.`).update(mail).digest('hex')
    const headers = { 'content-type': 'message/rfc822', 'candour-signature': `t=${seconds},v1=${hex}` }
    return createTestCaller(app.http).send({
      method: 'POST',
      url: '/api/provider/mail/replies',
      headers,
      payload: mail,
    })
  }

  it('loses those with malware, which the thread and the log name', async () => {
    const before = (await audited('file.blocked')).length
    expect(
      (
        await post([
          { name: 'good.txt', content: 'fine' },
          { name: 'bad.txt', content: eicar },
        ])
      ).status,
    ).toBe(200)
    const { rows } = await testApp.owner.query(
      `select p.left_out, array_agg(f.name) as files from ticket_posts p join ticket_files f on f.post_id = p.id
       group by p.id, p.left_out order by p.id desc limit 1`,
    )
    expect(rows).toEqual([{ left_out: ['bad.txt (malware)'], files: ['good.txt'] }])
    const blocked = await audited('file.blocked')
    expect(blocked).toHaveLength(before + 1)
    expect(blocked.at(-1)).toMatchObject({ clinic_id: testApp.clinicA.id })
  })

  it('is not taken while nobody can look, so that it is posted again', async () => {
    daemon.will('broken')
    expect(await post([{ name: 'good.txt', content: 'fine' }])).toMatchObject({
      status: 503,
      reason: 'file-unchecked',
    })
  })
})

describe('a video', () => {
  const { videos } = contract
  const add = async (bytes: Buffer, caller = owner()) =>
    caller.callOk(videos.finish, { uploadId: await uploadFile(caller, 'clinic', { bytes }) })
  const details = (videoId: string) => owner().callOk(videos.details, { videoId })
  const statusOf = async (videoId: string) => {
    const { file, original } = await owner().callOk(videos.addresses, { videoId })
    return [file && (await owner().get(file)).status, (await owner().get(original)).status]
  }
  const infected = () => Buffer.concat([videoBytes(), Buffer.from(eicar), videoBytes()])

  it('is given to nobody until it was scanned', async () => {
    const { id, state, stateReason } = await add(videoBytes())
    expect([state, stateReason]).toEqual(['waiting', 'Not playable yet: it is being checked for viruses.'])
    expect(await statusOf(id)).toEqual([null, 404])
    await app.jobs.drain()
    expect(await details(id)).toMatchObject({ state: 'playable', stateReason: '' })
    expect(await statusOf(id)).toEqual([200, 200])
  })

  it('with malware is removed, says why, and is told', async () => {
    await ageMessages()
    const told = (await toldOf(testApp.clinicA.id)).length
    const bytes = infected()
    const { id } = await add(bytes)
    await app.jobs.drain()
    expect(await details(id)).toMatchObject({
      state: 'failed',
      stateReason: `This video is blocked because it contains malware (${eicar_signature}).`,
    })
    expect(await statusOf(id)).toEqual([null, 404])
    expect(await readdir(path.join(testApp.config.dataDir, 'uploads'))).toEqual([])
    expect((await audited('video.removed_for_malware')).at(-1)!.details).toMatchObject({
      sha256: sha256(bytes),
    })
    expect((await toldOf(testApp.clinicA.id)).length).toBeGreaterThan(told)
  })

  it('is held while nobody can look, says so, and goes on by itself', async () => {
    daemon.will('broken')
    const { id } = await add(videoBytes())
    await app.jobs.drain()
    expect(await details(id)).toMatchObject({
      state: 'waiting',
      stateReason:
        'Not playable yet: the virus scanner is unavailable. The check starts again automatically.',
    })
    expect(await statusOf(id)).toEqual([null, 404])
    daemon.will('well')
    testApp.clock.advance(5 * 60 * 1000)
    await app.sweep('videos.scans')
    await app.jobs.drain()
    expect((await details(id)).state).toBe('playable')
  })

  it('that was held goes on where nobody scans any more', async () => {
    daemon.will('broken')
    const { id } = await add(videoBytes())
    await app.jobs.drain()
    testApp.clock.advance(5 * 60 * 1000)
    await testApp.app.sweep('videos.scans')
    await testApp.runJobs()
    expect((await details(id)).state).toBe('playable')
  })

  it('from before is scanned by the sweep, and stays for the records that name it', async () => {
    const [clean, bad] = [
      await add(videoBytes(), testApp.clinicA.as('owner')),
      await add(infected(), testApp.clinicA.as('owner')),
    ]
    await testApp.runJobs()
    expect(await statusOf(bad.id)).toEqual([200, 200])
    await app.sweep('videos.scans')
    await app.jobs.drain()
    expect([(await details(clean.id)).state, (await details(bad.id)).state]).toEqual(['playable', 'failed'])
    expect(await statusOf(bad.id)).toEqual([null, 404])
    const names = await readdir(path.join(testApp.config.dataDir, 'files/videos'), { recursive: true })
    expect(names).toContainEqual(expect.stringContaining(path.basename(bad.publicId)))
  })
})

describe('stored files from before', () => {
  const scan = async () => {
    await app.sweep('file-scans')
    await app.jobs.drain()
  }
  const infected = () => newJpeg({ secret: eicar })

  it('are scanned; those with malware are given to nobody, and the others still are', async () => {
    const clinic = await testApp.addClinic('Mill Lane')
    const certificate = { topic: 'consent', title: 'Valid consent', doneOn: '2026-01-05' } as const
    const record = (bytes: Buffer) =>
      clinic.as('owner').callOk(contract.trainings.record, {
        ...certificate,
        staffId: clinic.staff.owner.staffId!,
        certificate: base64(bytes),
      })
    const [good, bad] = [await record(newPicture()), await record(infected())]
    const photo = await clinic.as('owner').callOk(contract.account.setPhoto, { image: base64(infected()) })
    await testApp.runJobs()
    const fileOf = ({ id }: { id: string }, caller = scanned(clinic.as('owner'))) =>
      caller.get(files.trainings.certificate.path.replace(':trainingId', id))
    expect((await fileOf(bad)).status).toBe(200)
    await scan()
    testApp.clock.advance(10_000)
    expect((await fileOf(good)).status).toBe(200)
    expect(await fileOf(bad)).toMatchObject({ status: 409, reason: 'file-quarantined' })
    // Also where nobody scans.
    expect((await fileOf(bad, clinic.as('owner'))).reason).toBe('file-quarantined')
    expect(await scanned(clinic.as('owner')).get(`/api/account/photos/${photo.photo}`)).toMatchObject({
      reason: 'file-quarantined',
    })
    const names = (await audited('file.quarantined')).map(({ details: { name } }) => name)
    expect(names.toSorted()).toEqual([`certificates/${bad.id}`, `photos/${photo.photo}.img`])
    expect(await toldOf(clinic.id)).toContain(clinic.staff.owner.email)
    expect((await admin().callOk(contract.overview.get, {})).scanner.quarantined).toBe(2)
  })

  it('of groups are scanned too, each under its group, and a logo with malware is shown no longer', async () => {
    const { groupId } = await testApp.clinicA.addGroupOf('group_admin')
    const logos = [newPicture(), Buffer.concat([newPicture(), Buffer.from(eicar)])]
    for (const logo of logos)
      await testApp.owner.query(
        `insert into practice_group_logos (group_id, sha256, content, created_at) values ($1, $2, $3, now())`,
        [groupId, sha256(logo), base64(logo)],
      )
    await testApp.owner.query(`update file_scan_passes set ended_at = now() - interval '1 year'`)
    await scan()
    testApp.clock.advance(10_000)
    const statusOf = async (logo: Buffer) => (await admin().get(`/api/logos/${sha256(logo)}`)).status
    expect(await Promise.all(logos.map(statusOf))).toEqual([200, 409])
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'file.quarantined' and subject = $1`,
      [groupId],
    )
    const name = `logos/${sha256(logos[1]!)}`
    expect(rows).toEqual([{ details: { name, signature: eicar_signature } }])
    await testApp.owner.query('delete from quarantined_files where name = $1', [name])
  })

  it('are scanned once, and again after some weeks', async () => {
    await scan()
    daemon.scanned.length = 0
    await scan()
    expect(daemon.scanned).toEqual([])
    await testApp.owner.query(
      `update file_scan_passes set ended_at = ended_at - interval '${file_rescan_days + 1} days'`,
    )
    await scan()
    expect(daemon.scanned.length).toBeGreaterThan(0)
  })

  it('that the scanner cannot look into are counted, and keep no others back', async () => {
    const clinic = await testApp.addClinic('Ropewalk')
    const training = { staffId: clinic.staff.owner.staffId!, topic: 'consent', doneOn: '2026-01-05' } as const
    const record = (title: string, bytes: Buffer) =>
      clinic.as('owner').callOk(contract.trainings.record, { ...training, title, certificate: base64(bytes) })
    await record('Large', newJpeg({ secret: 'x'.repeat(5000) }))
    await record('Small', newPicture())
    daemon.takeAtMost(2000)
    await scan()
    daemon.takeAtMost(200 * 1024 * 1024)
    const { rows } = await testApp.owner.query(
      'select scanned, skipped, ended_at is not null as is_over from file_scan_passes where owner_clinic_id = $1',
      [clinic.id],
    )
    expect(rows).toEqual([{ scanned: 1, skipped: 1, is_over: true }])
  })

  it('in quarantine are known to no other practice', async () => {
    const login = new pg.Client(testApp.logins.app)
    await login.connect()
    const query = rawQuery(login)
    const { rows } = await testApp.owner.query<{ owner: string }>(
      'select owner_clinic_id as owner from quarantined_files where owner_clinic_id is not null',
    )
    const select = 'select name from quarantined_files'
    const asClinic = (clinicId: string) => query({ role: 'candour_clinic', clinicId }, select)
    expect(await asClinic(rows[0]!.owner)).toHaveLength(1)
    expect(await asClinic(testApp.clinicB.id)).toEqual([])
    await expect(query({ role: 'candour_admin' }, `update quarantined_files set name = 'x'`)).rejects.toThrow(
      'permission denied',
    )
    const ofPractices = `delete from quarantined_files where owner_clinic_id is not null returning name`
    expect(await query({ role: 'candour_admin' }, ofPractices)).toEqual([])
    expect(await asClinic(rows[0]!.owner)).toHaveLength(1)
    await login.end()
  })

  it('are given out again once they are scanned again and nothing is found', async () => {
    const clinic = await testApp.addClinic('Weir Cottage')
    const record = (title: string, bytes: Buffer) =>
      clinic.as('owner').callOk(contract.trainings.record, {
        ...{ staffId: clinic.staff.owner.staffId!, topic: 'consent', title, doneOn: '2026-01-05' },
        certificate: base64(bytes),
      } as const)
    const [falseAlarm, bad] = [
      await record('Settled', newJpeg({ secret: 'PLANTED-FALSE-ALARM' })),
      await record('Malware', infected()),
    ]
    daemon.takeForMalware('PLANTED-FALSE-ALARM')
    await testApp.runJobs()
    await scan()
    testApp.clock.advance(10_000)
    const statusOf = async ({ id }: { id: string }) =>
      (await scanned(clinic.as('owner')).get(files.trainings.certificate.path.replace(':trainingId', id)))
        .status
    expect([await statusOf(falseAlarm), await statusOf(bad)]).toEqual([409, 409])
    const rescan = () => admin().callOk(contract.fileScans.rescanQuarantined, {})

    daemon.takeForMalware(null)
    signedDaysAgo(30)
    await rescan()
    await app.jobs.drain()
    testApp.clock.advance(10_000)
    expect([await statusOf(falseAlarm), await statusOf(bad)]).toEqual([409, 409])

    signedDaysAgo(1)
    const { files: asked } = await rescan()
    expect(asked).toBe((await admin().callOk(contract.overview.get, {})).scanner.quarantined)
    await app.jobs.drain()
    testApp.clock.advance(10_000)
    expect([await statusOf(falseAlarm), await statusOf(bad)]).toEqual([200, 409])
    const released = (await audited('file.released')).map(({ details: { name } }) => name)
    expect(released).toEqual([`certificates/${falseAlarm.id}`])
  })

  it('are not scanned again where scanning is off', async () => {
    const caller = createTestCaller(testApp.app.http, testApp.superAdmin.cookie)
    const refused = await caller.call(contract.fileScans.rescanQuarantined, {})
    expect(refused).toMatchObject({ code: 'aborted', reason: 'scanner-off' })
  })

  it('go on where a pass was interrupted', async () => {
    const clinic = await testApp.addClinic('Quay Road')
    const doneOn = '2026-01-05'
    for (const title of ['One', 'Two', 'Three']) {
      const training = { staffId: clinic.staff.owner.staffId!, topic: 'consent', title, doneOn } as const
      await clinic
        .as('owner')
        .callOk(contract.trainings.record, { ...training, certificate: base64(newPicture()) })
    }
    const passOf = async () =>
      (
        await testApp.owner.query(
          'select scanned, ended_at from file_scan_passes where owner_clinic_id = $1',
          [clinic.id],
        )
      ).rows[0]
    await daemon.stop()
    await scan()
    expect(await passOf()).toEqual({ scanned: 0, ended_at: null })
    await daemon.start()
    await scan()
    expect(await passOf()).toEqual({ scanned: 3, ended_at: expect.any(Date) })
  })
})
