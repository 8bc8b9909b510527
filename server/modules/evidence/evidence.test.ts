import { readFile, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { packContainer, readContainer } from '../../../verification/bundle-container.ts'
import type { Bytes } from '../../../verification/bytes.ts'
import { checkFile } from '../../../verification/file-check.ts'
import type { TestCaller } from '../../testing/test-caller.ts'
import { drawnSignature, signatureFor, type OpenedConsent } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let consent: OpenedConsent

const hour_ms = 60 * minute_ms
const pathOf = (consentId: string, area: 'clinic' | 'patient' = 'clinic') =>
  `/api/${area}/consents/${consentId}/evidence`

async function download(caller: TestCaller, where: string): Promise<Bytes> {
  const { status, raw } = await caller.get(where)
  expect(status).toBe(200)
  return Uint8Array.from(raw)
}

const bundleOf = (consentId: string) => download(testApp.clinicA.as('dentist'), pathOf(consentId))

/** A consent that was asked about, signed by hand on a screen, discussed and countersigned, with its sealed records. */
async function addSealed(): Promise<OpenedConsent> {
  const viewed = await testApp.clinicA.addViewed()
  const { consentId, contentHash, patient } = viewed
  const question = { part: null, text: 'How long will it be sore?', isBlocking: false }
  await patient.callOk(contract.questions.ask, { consentId, ...question })
  await patient.callOk(contract.matters.tell, { consentId, told: [], isNothing: true })
  await patient.callOk(contract.signing.sign, { ...signatureFor(viewed), mark: drawnSignature })
  await testApp.runJobs()
  await testApp.clinicA.discuss(viewed)
  await testApp.clinicA
    .as('dentist')
    .callOk(contract.consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })
  await testApp.runJobs()
  return viewed
}

let daysEnded = 0

/** The next day ends and its digest is made; then it is as late as before, since people stay signed in for hours only. */
async function endDay(): Promise<void> {
  await testApp.sealAuditLog()
  const away = ++daysEnded * 26 * hour_ms
  testApp.clock.advance(away)
  await testApp.app.sweep('evidence.digests')
  await testApp.runJobs()
  testApp.clock.advance(-away)
}

beforeAll(async () => {
  testApp = await openTestApp()
  consent = await addSealed()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

describe('an evidence bundle', () => {
  it('proves itself: every part is what was sealed, and it says of what and since when', async () => {
    const verdict = await checkFile(await bundleOf(consent.consentId))
    expect(verdict.findings).toEqual([])
    expect(verdict).toMatchObject({ kind: 'bundle', outcome: 'unchanged' })
    expect(verdict.says).toMatch(/^Unchanged since \d+ \w+ \d{4}/)
    const told = Object.fromEntries(verdict.facts.map(({ label, value }) => [label, value]))
    expect(told).toMatchObject({ Practice: 'Harbour Street', 'Signed by': 'Eleanor Whitcombe' })
    expect(told['Seal 2']).toContain('Candour record seal')
    expect(verdict.ask).toMatchObject({ documents: [expect.any(String), expect.any(String)] })
  })

  it('holds the text, the chain, the strokes, the questions, both documents and the page that checks them', async () => {
    const [reading] = readContainer(await bundleOf(consent.consentId))
    const names = reading!.map(({ path: name }) => name)
    expect(names).toEqual([...names].sort())
    for (const name of [
      'documents/1-signed.pdf',
      'documents/2-finalised.pdf',
      'manifest.json',
      'manifest.sig',
      'record/countersignature.json',
      'record/events.json',
      'record/matters.json',
      'record/questions.json',
      'record/signature.json',
      'record/text.html',
      'record/text.json',
      'verify.html',
    ])
      expect(names).toContain(name)
    const signature = reading!.find(({ path: name }) => name === 'record/signature.json')!
    expect(JSON.parse(Buffer.from(signature.content).toString()).mark).toEqual(drawnSignature)
  })

  it('is the same file for the practice, the patient, and whoever asks again', async () => {
    const first = await bundleOf(consent.consentId)
    const [again, patients] = [
      await bundleOf(consent.consentId),
      await download(consent.patient, pathOf(consent.consentId, 'patient')),
    ]
    expect(Buffer.compare(first, again)).toBe(0)
    expect(Buffer.compare(first, patients)).toBe(0)
  })

  it('begins with one page in plain words: who, what, when, how long, asked and answered, and how to check it', async () => {
    const [reading] = readContainer(await bundleOf(consent.consentId))
    expect(reading![0]!.path).toBe('0-summary.pdf')
    const file = path.join(testApp.config.dataDir, 'summary.pdf')
    await writeFile(file, reading![0]!.content)
    expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).toMatch(/^Pages:\s+1$/m)
    const words = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' })
    for (const said of [
      'Evidence summary',
      'Eleanor Whitcombe, born 14 March 1961',
      'drawn by hand on a screen',
      'opened with the patient’s date of birth',
      '1 asked, 1 unanswered',
      'How long will it be sore?',
      'after it was first opened',
      'verify.html',
    ])
      expect(words.replaceAll(/\s+/g, ' ')).toContain(said)
  })

  it('is called by the patient and the day of the signature', async () => {
    const { headers } = await testApp.clinicA.as('dentist').get(pathOf(consent.consentId))
    const said = String(headers['content-disposition'])
    expect(said).toMatch(/^attachment|^inline/)
    expect(decodeURIComponent(said)).toMatch(/Consent evidence – Whitcombe, Eleanor – \d{4}-\d\d-\d\d\.zip/)
  })

  it('is summed up on the page of the consent, with what is unusual', async () => {
    const { consentId } = consent
    const summary = await testApp.clinicA.as('dentist').callOk(contract.evidence.summary, { consentId })
    expect(summary.questions).toEqual({ asked: 1, open: 1 })
    expect(summary.concerns.map(({ kind }) => kind)).toContain('question-open')
    expect(summary.timeline.find(({ note }) => note !== '')!.note).toMatch(/after it was first opened$/)
    const other = await testApp.clinicB.as('dentist').call(contract.evidence.summary, { consentId })
    expect(other.code).toBe('not-found')
  })

  it('opens with any ZIP program', async () => {
    const file = path.join(testApp.config.dataDir, 'bundle.zip')
    await writeFile(file, await bundleOf(consent.consentId))
    const program = `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))`
    expect(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' })).toMatch(/^None \d+/)
  })

  it('is for those alone who may see the consent, and each download is written down', async () => {
    const other = await testApp.clinicA.addSigned()
    await testApp.runJobs()
    expect((await testApp.clinicB.as('dentist').get(pathOf(consent.consentId))).code).toBe('not-found')
    expect((await other.patient.get(pathOf(consent.consentId, 'patient'))).status).not.toBe(200)
    expect((await testApp.anonymous().get(pathOf(consent.consentId))).code).toBe('unauthenticated')
    const draft = await testApp.clinicA.addDraft()
    expect((await testApp.clinicA.as('dentist').get(pathOf(draft.id))).code).toBe('not-found')
    const { rows } = await testApp.owner.query(
      `select 1 from audit_rows where action = 'evidence.downloaded' and subject = $1`,
      [consent.consentId],
    )
    expect(rows.length).toBeGreaterThan(1)
  })

  it('waits for the sealed record of what was signed', async () => {
    const signed = await testApp.clinicA.addSigned()
    const { code, body } = await testApp.clinicA.as('dentist').get(pathOf(signed.consentId))
    expect(code).toBe('aborted')
    expect(JSON.stringify(body)).toContain('being prepared')
    await testApp.runJobs()
    expect((await checkFile(await bundleOf(signed.consentId))).outcome).toBe('unchanged')
  })

  it('is made of what was sent and never signed, too: a refusal is evidence', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { consentId, patient } = viewed
    await patient.callOk(contract.signing.decline, { consentId, reason: 'I want to wait' })
    const verdict = await checkFile(await bundleOf(consentId))
    expect(verdict.findings).toEqual([])
    expect(verdict.outcome).toBe('unchanged')
  })
})

describe('a change', () => {
  type Region = { from: number; to: number; path: string; isContent: boolean }

  /** Every byte of the file belongs to the content of a part, or to the wrapping. */
  function regionsOf(bundle: Bytes): Region[] {
    const regions: Region[] = []
    let at = 0
    for (const { path: name, content } of readContainer(bundle)[0]!) {
      const start = at + 30 + name.length
      regions.push({ from: at, to: start, path: name, isContent: false })
      regions.push({ from: start, to: start + content.length, path: name, isContent: true })
      at = start + content.length
    }
    return [...regions, { from: at, to: bundle.length, path: '', isContent: false }]
  }

  /** A small generator with a seed, so that a failure can be looked at again. */
  function numbers(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
      return Math.floor((state / 4_294_967_296) * below)
    }
  }

  it('of one byte is found wherever it is, a thousand times, and the part is named', async () => {
    await endDay()
    const bundle = await bundleOf(consent.consentId)
    expect((await checkFile(bundle)).outcome).toBe('unchanged')
    const regions = regionsOf(bundle)
    const next = numbers(20_261_122)
    const missed: string[] = []
    for (let turn = 0; turn < 1000; turn++) {
      // Every part in its turn, so that the small ones are not lost among pages.
      const region = regions[turn % regions.length]!
      const at = region.from + next(region.to - region.from)
      const changed = bundle.slice()
      changed[at]! ^= 1 + next(255)
      const { outcome, findings } = await checkFile(changed)
      const named = findings.some((found) => found.path === region.path)
      const wrapped = findings.length > 0 && !region.isContent
      if (outcome !== 'changed' || !(named || wrapped)) missed.push(`${at} in ${region.path}: ${outcome}`)
    }
    expect(missed).toEqual([])
  })

  it('of the text names the part of it', async () => {
    const bundle = await bundleOf(consent.consentId)
    const { sections } = (await testApp.clinicA.as('dentist').callOk(contract.consents.get, consent)).content!
    const words = Buffer.from(bundle)
    const place = words.indexOf(
      JSON.stringify(sections[2]!.content).slice(1, 40),
      words.indexOf('record/text.json'),
    )
    const changed = bundle.slice()
    changed[place + 20]! ^= 1
    const { says } = await checkFile(changed)
    expect(says).toContain(`Changed: the text of part 3, ‘${sections[2]!.title}’`)
  })

  it('that makes the text longer names the part of it as well', async () => {
    const bundle = await bundleOf(consent.consentId)
    const entries = readContainer(bundle)[0]!.map(({ path: name, content }) => {
      if (name !== 'record/text.json') return { path: name, content }
      const text = Buffer.from(content).toString().replace('<p>', '<p>Gold. ')
      return { path: name, content: Uint8Array.from(Buffer.from(text)) }
    })
    const { outcome, findings } = await checkFile(packContainer(entries))
    expect(outcome).toBe('changed')
    expect(findings[0]!.title).toMatch(/^the text/)
  })

  it('of what is kept beside the chain is named, though the bundle was made afterwards', async () => {
    const viewed = await testApp.clinicA.addViewed()
    const { consentId, patient } = viewed
    const told = { told: [{ prompt: 'pain' as const, text: 'Last time it hurt' }], isNothing: false }
    await patient.callOk(contract.matters.tell, { consentId, ...told })
    await patient.callOk(contract.signing.decline, { consentId, reason: 'I want to wait' })
    expect((await checkFile(await bundleOf(consentId))).outcome).toBe('unchanged')
    await testApp.owner.query('delete from matter_entries where consent_id = $1', [consentId])
    const { outcome, findings } = await checkFile(await bundleOf(consentId))
    expect(outcome).toBe('changed')
    expect(findings).toMatchObject([{ path: 'record/matters.json', title: 'what matters to the patient' }])
  })

  it('by adding behind the file, or taking the end away, is found', async () => {
    const bundle = await bundleOf(consent.consentId)
    expect((await checkFile(Uint8Array.from([...bundle, 0]))).outcome).not.toBe('unchanged')
    expect((await checkFile(bundle.slice(0, -1))).outcome).not.toBe('unchanged')
    expect((await checkFile(bundle.slice(0, bundle.length / 2))).outcome).not.toBe('unchanged')
  })
})

describe('the daily digest', () => {
  const digests = () => testApp.clinicA.as('owner').callOk(contract.evidence.digests, {})
  const read = (day: string) => download(testApp.clinicA.as('owner'), `/api/clinic/digests/${day}`)

  it('is made once for each day, each naming the one before', async () => {
    await endDay()
    const { rows, total } = await digests()
    await testApp.app.sweep('evidence.digests')
    await testApp.runJobs()
    expect((await digests()).total).toBe(total)
    expect(total).toBeGreaterThan(1)
    const kept = await Promise.all(
      rows.map(async ({ day }) => JSON.parse(Buffer.from(await read(day)).toString())),
    )
    expect(kept.map(({ digest }) => digest.previousHash)).toEqual([
      ...rows.slice(1).map(({ hash }) => hash),
      '',
    ])
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_row, at) => total - at))
  })

  it('checks itself, and says when a head was changed in it', async () => {
    const { rows } = await digests()
    const day = rows.findLast(({ consents }) => consents > 0)!.day
    const file = await read(day)
    expect(await checkFile(file)).toMatchObject({ kind: 'digest', outcome: 'unchanged' })
    const kept = JSON.parse(Buffer.from(file).toString())
    kept.heads[0][2] = '0'.repeat(64)
    const changed = Uint8Array.from(Buffer.from(JSON.stringify(kept)))
    expect((await checkFile(changed)).findings.map(({ title }) => title)).toContain('the list of consents')
    const spaced = Uint8Array.from(Buffer.from(`${Buffer.from(file).toString()}\n`))
    expect((await checkFile(spaced)).outcome).toBe('changed')
  })

  it('stands in the bundles that are made later, with the way to it', async () => {
    const { facts, findings } = await checkFile(await bundleOf(consent.consentId))
    expect(findings).toEqual([])
    expect(facts.filter(({ label }) => label.startsWith('Digest of '))).toHaveLength(1)
  })

  it('is added to and never changed, whatever the code would do', async () => {
    const asClinic = async (text: string) => {
      await testApp.owner.query('begin')
      try {
        await testApp.owner.query(
          `select set_config('role', 'candour_clinic', true), set_config('app.clinic_id', $1, true)`,
          [testApp.clinicA.id],
        )
        await testApp.owner.query(text)
      } finally {
        await testApp.owner.query('rollback')
      }
    }
    await expect(asClinic(`update chain_digests set hash = ''`)).rejects.toThrow('permission denied')
    await expect(asClinic(`delete from chain_digests`)).rejects.toThrow('permission denied')
    const columns =
      'clinic_id, number, day, until_at, body, heads, hash, previous_hash, signature, sealing_key_id, created_at'
    await expect(
      asClinic(`insert into chain_digests (${columns})
        select clinic_id, number + 1, '2099-01-01', until_at, body, heads, hash, '', signature, sealing_key_id, created_at
        from chain_digests order by number desc limit 1`),
    ).rejects.toThrow('follows the last one')
  })

  it('is for administrators of the practice alone', async () => {
    const { rows } = await digests()
    const { code } = await testApp.clinicA.as('receptionist').get(`/api/clinic/digests/${rows[0]!.day}`)
    expect(code).toBe('permission-denied')
    expect((await testApp.clinicB.as('owner').get(`/api/clinic/digests/2020-01-01`)).code).toBe('not-found')
  })
})

describe('what anybody may ask', () => {
  const ask = (documents: string[], heads: string[]) =>
    testApp.anonymous().callOk(contract.evidence.ask, { documents, heads })

  it('is when a document was sealed and a chain had that head, of nobody by name', async () => {
    const { ask: known } = await checkFile(await bundleOf(consent.consentId))
    const answer = await ask(known.documents, known.heads)
    expect(answer.documents.map(({ sealedAt }) => sealedAt)).not.toContain(null)
    expect(answer.heads).toEqual([{ sha256: known.heads[0], at: expect.any(String), isNewest: true }])
    expect(Object.keys(answer.documents[0]!)).toEqual(['sha256', 'sealedAt'])
  })

  it('is told that something was added since', async () => {
    const { ask: known } = await checkFile(await bundleOf(consent.consentId))
    await testApp.clinicA.discuss(consent)
    expect((await ask([], known.heads)).heads[0]).toMatchObject({ isNewest: false })
  })

  it('answers unknown to whatever was not sealed here', async () => {
    const answer = await ask(['0'.repeat(64)], ['f'.repeat(64)])
    expect(answer.documents).toEqual([{ sha256: '0'.repeat(64), sealedAt: null }])
    expect(answer.heads).toEqual([{ sha256: 'f'.repeat(64), at: null, isNewest: false }])
  })

  it('still knows what was erased when its time was over', async () => {
    const due = await testApp.clinicA.addSigned()
    await testApp.runJobs()
    const { ask: known } = await checkFile(await bundleOf(due.consentId))
    await testApp.clinicA.makeOld(due.patientId)
    await testApp.clinicA.addDestroyed(due.patientId)
    const gone = `select 1 from destroyed_consents where id = $1`
    expect((await testApp.owner.query(gone, [due.consentId])).rows).toHaveLength(1)
    const answer = await ask(known.documents, known.heads)
    expect(answer.documents[0]!.sealedAt).not.toBeNull()
    expect(answer.heads[0]!.at).not.toBeNull()
    expect((await testApp.clinicA.as('dentist').get(pathOf(due.consentId))).code).toBe('not-found')
  })
})

describe('the page that checks', () => {
  it('lets nothing in and nothing out', async () => {
    const page = await readFile(new URL('../../../build/verifier/verify.html', import.meta.url), 'utf8')
    const [policy = ''] = /content="(default-src[^"]*)"/.exec(page)?.slice(1) ?? []
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+';/)
    expect(page).not.toMatch(/<script[^>]+src|<link|import\(|fetch\(|XMLHttpRequest/)
  })
})
