import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { nextIpAddress, type TestResponse, type TestCaller } from '../../server/testing/test-caller.ts'
import { paperInputFor, type TestConsent } from '../../server/testing/test-clinic.ts'
import { newJpeg, newPicture } from '../../server/testing/test-picture.ts'
import { beginUpload, resumeUpload, uploadIdOf, videoBytes } from '../../server/testing/test-upload.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'

let testApp: TestApp
let owner: TestCaller
let dentist: TestCaller
/** What a picture and a ticket's file are added to. */
let draftId: string
let ticketId: string
let version: number
beforeAll(async () => {
  testApp = await openTestApp()
  owner = testApp.clinicA.as('owner')
  dentist = testApp.clinicA.as('dentist')
  draftId = (await testApp.clinicA.addDraft()).id
  const written = { subject: 'Blurred', kind: 'problem' as const, words: 'It is not sharp.' }
  ticketId = (await dentist.callOk(contract.tickets.open, written)).id
  version = (await owner.callOk(contract.clinicSettings.branding, {})).version
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const page = '<!doctype html><html><script>alert(document.domain)</script></html>'
const zip = Buffer.from(
  'UEsDBBQAAAAAAAAAIQAAAAAAAAAAAAAAAAAAAAAABQAAAGEuanNQSwUGAAAAAAEAAQAzAAAAIwAAAAAA',
  'base64',
)
const joined = (...parts: (Buffer | string)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)))

/** A PNG that says it is so wide and high; its pixels unpack to as many bytes as are named. */
function png(side: number, unpacked_bytes = 16): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(content.length)
    return joined(head, name, content, Buffer.alloc(4))
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(8, 8)
  const end = Buffer.from('0000000049454e44ae426082', 'hex')
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return joined(start, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(unpacked_bytes))), end)
}

const activePdf = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>\n%%EOF`

/** Files that are two things at once, or another than they seem, or far more than they seem. */
const files: Record<string, Buffer> = {
  'a page': Buffer.from(page),
  'a page behind a byte order mark': Buffer.from(`\uFEFF${page}`),
  'a drawing with a script': Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  ),
  'a style sheet of XML': Buffer.from(
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  ),
  'a GIF that is a script': Buffer.from('GIF89a/*\u0000\u0000*/=1;alert(1)'),
  'a PNG and then a page': joined(newPicture(), page),
  'a PNG and then an archive': joined(newPicture(), zip),
  'a page and then a PNG': joined(page, newPicture()),
  'a JPEG with a page as its comment': newJpeg({ secret: page }),
  'a JPEG and then a program': newJpeg({ behind: '<?php system($_GET[0]); ?>' }),
  'a PDF with a script': Buffer.from(activePdf),
  'a PDF and then a page': joined(activePdf, page),
  'a page and then a PDF': joined(page, activePdf),
  'a program': Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1'),
  'an archive': zip,
  'a packed file': gzipSync(Buffer.alloc(1_000_000)),
  'a picture of 65,535 pixels a side': png(65_535),
  'a picture of four billion pixels a side': png(0xffffffff),
  'a picture that unpacks to 200 MB': png(16, 200_000_000),
  'a picture of no pixels': png(0),
}

/** A way in for files: how it is sent, and where it is fetched again once it was taken. */
type UploadMethod = (content: string) => Promise<[TestResponse<unknown>, string | null]>

const createSentConsent = (): Promise<TestConsent> => testApp.clinicA.addSent()

const uploadMethods: Record<string, UploadMethod> = {
  async photo(image) {
    const answer = await dentist.call(contract.account.setPhoto, { image })
    return [answer, answer.error ? null : `/api/account/photos/${answer.body.photo}`]
  },
  async logo(image) {
    const answer = await owner.call(contract.clinicSettings.setLogo, { image, version })
    if (!answer.error) version = answer.body.version
    return [answer, answer.error ? null : `/api/logos/${answer.body.logo}`]
  },
  async picture(image) {
    const told = { kind: 'xray', caption: 'Your teeth', alt: 'Three teeth' } as const
    const answer = await dentist.call(contract.pictures.add, { consentId: draftId, ...told, image })
    return [answer, answer.error ? null : `/api/clinic/consents/${draftId}/pictures/${answer.body.id}`]
  },
  async scan(content) {
    const consent = await createSentConsent()
    const { sentAt } = await dentist.callOk(contract.consents.get, consent)
    const paper = { ...paperInputFor(consent, new Date(sentAt!)), files: [content] }
    const answer = await dentist.call(contract.paper.takeIn, paper)
    const file = answer.error ? null : answer.body.files[0]!.id
    return [answer, file && `/api/clinic/consents/${consent.consentId}/scans/${file}`]
  },
  async ticket(content) {
    const file = { name: '../../../../etc/cron.d/a.html', content }
    const answer = await dentist.call(contract.tickets.answer, {
      ticketId,
      words: 'See there',
      files: [file],
    })
    const id = answer.error ? null : answer.body.posts.at(-1)!.files[0]!.id
    return [answer, id && `/api/clinic/tickets/${ticketId}/files/${id}`]
  },
  async certificate(certificate) {
    const staffId = testApp.clinicA.staff.lead.staffId!
    const training = {
      staffId,
      topic: 'consent',
      title: 'Course',
      doneOn: '2026-01-05',
      certificate,
    } as const
    const answer = await testApp.clinicA.as('manager').call(contract.trainings.record, training)
    return [answer, answer.error ? null : `/api/clinic/trainings/${answer.body.id}/certificate`]
  },
}

const safeContentTypes = /^(image\/(png|jpeg|webp)|application\/pdf|text\/plain; charset=utf-8)$/

describe.each(Object.keys(uploadMethods))('a file sent as a %s', (name) => {
  it('is taken where it is what it says', async () => {
    const [answer, at] = await uploadMethods[name]!(newPicture().toString('base64'))
    expect(answer.error).toBeNull()
    expect((await owner.get(at!)).status === 200 || (await dentist.get(at!)).status === 200).toBe(true)
  })

  it.each(Object.keys(files))(
    'is refused, or comes back as nothing that a browser would run: %s',
    async (what) => {
      const [answer, at] = await uploadMethods[name]!(files[what]!.toString('base64'))
      if (at === null) return expect([400, 409]).toContain(answer.status)
      const caller = name === 'certificate' ? testApp.clinicA.as('manager') : dentist
      const { status, headers, raw } = await caller.send(
        { method: 'GET', url: at },
        { from: nextIpAddress() },
      )
      expect(status).toBe(200)
      expect(headers['content-type']).toMatch(safeContentTypes)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-disposition']).not.toMatch(/\.\.|[/\\]|html/)
      // A picture is what it begins as, and so is a PDF; a page may come back as text alone.
      if (/^(image|application)/.test(String(headers['content-type'])))
        expect(raw.subarray(0, 8).toString('latin1')).toMatch(/^(\u0089PNG|\u00ff\u00d8|RIFF|%PDF-)/)
    },
  )
})

/** Names that have led out of folders, hidden an ending, or named a device. */
const names = [
  '../../../../etc/passwd.mp4',
  String.raw`..\..\windows\win.mp4`,
  '/etc/passwd.mp4',
  'C:\\nul.mp4',
  'CON.mp4',
  '....//....//a.mp4',
  '%2e%2e%2fa.mp4',
  'a.mp4\u0000.html',
  'a\r\nX-Evil: 1.mp4',
  '\u202E4pm.exe',
  '.htaccess',
  '-rf.mp4',
  `${'a'.repeat(250)}.mp4`,
  '<img src=x onerror=alert(1)>.mp4',
]

it.each(names)('a video called %j is kept under a name of ours, or not at all', async (name) => {
  const bytes = videoBytes()
  const begun = await beginUpload(owner, 'clinic', { bytes: bytes.length, name })
  if (begun.error) return expect(begun.status).toBe(400)
  const uploadId = uploadIdOf(begun)
  expect(uploadId).toMatch(/^[\w-]+$/)
  await resumeUpload(owner, 'clinic', { uploadId, offset: 0, bytes })
  const { example } = contract.videos.finish['~orpc'].meta
  const answer = await owner.call(contract.videos.finish, { ...(example as object), uploadId } as never)
  expect([200, 400, 409]).toContain(answer.status)
})

it.each(['../../server/config', '..%2f..%2fserver', '.', '..', 'a%00b', 'con', 'a'.repeat(5000)])(
  'an upload that is called %j is none',
  async (uploadId) => {
    const { status } = await resumeUpload(owner, 'clinic', { uploadId, offset: 0, bytes: videoBytes() })
    expect([400, 404, 405, 431]).toContain(status)
  },
)

it('a body that is packed is not unpacked', async () => {
  const request = {
    method: 'POST' as const,
    url: '/api/clinic/patients',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(Buffer.alloc(40_000_000, 32)),
  }
  expect((await dentist.send(request)).status).toBe(400)
})

it('every file of the installation has a name that we gave it', () => {
  const { dataDir } = testApp.config
  const kept = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(path.join(dataDir, name)).isFile(),
  )
  expect(kept.length).toBeGreaterThan(20)
  expect(kept.filter((name) => !/^[\w-]+(\/[\w-]+)*\/[\w-]+(\.[\w-]+){0,2}$/.test(name))).toEqual([])
  expect(kept.filter((name) => /\.(html?|svg|php|exe|js|sh|htaccess)$/i.test(name))).toEqual([])
})
