import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import pg from 'pg'
import shipped from '../../../build/content/platform-documents.json' with { type: 'json' }
import type { ShippedDocument } from '../../../build/content/types.d.ts'
import { contract } from '../../../contract/index.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { seedPlatformDocuments } from './index.ts'

const { platformDocuments } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const owner = () => testApp.clinicA.as('owner')
const ofKind = async (kind: string, side: 'clinicA' | 'clinicB' = 'clinicA') =>
  (await testApp[side].as('owner').callOk(platformDocuments.list, {})).find((each) => each.kind === kind)
const draft = (text: string, change = 'Shorter') =>
  admin().callOk(platformDocuments.saveDraft, { kind: 'terms', title: 'Terms', text, change })
const publish = (versionId: string, asksAgain: boolean) =>
  admin().callOk(platformDocuments.publish, { versionId, needsAcceptance: true, asksAgain })

it('what ships is there as its first version: published where it stands as it is, a draft where somebody completes it', async () => {
  const listed = await admin().callOk(platformDocuments.listForAdmin, {})
  const states = Object.fromEntries(
    listed.map(({ kind, versions }) => [kind, versions.map((each) => each.status)]),
  )
  expect(states).toEqual({
    ...{ terms: ['published'], privacy: ['published'], 'hazard-log': ['published'], dpia: ['published'] },
    ...{ 'data-processing': ['draft'], 'safety-case': ['draft'] },
  })
  const kinds = (await owner().callOk(platformDocuments.list, {})).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['dpia', 'hazard-log', 'privacy', 'terms'])
})

it('is brought in once, and a changed text as a draft that nobody overwrites', async () => {
  const client = new pg.Client(testApp.logins.owner)
  await client.connect()
  const seed = (documents: ShippedDocument[]) => seedPlatformDocuments(client, documents, testApp.clock.now())
  const versionsOf = async () =>
    (await admin().callOk(platformDocuments.listForAdmin, {})).find(({ kind }) => kind === 'dpia')!.versions
  const documents = shipped as ShippedDocument[]
  await seed(documents)
  expect(await versionsOf()).toHaveLength(1)
  const changed = (text: string) => documents.map((each) => (each.kind === 'dpia' ? { ...each, text } : each))
  await seed(changed('Another text.'))
  await seed(changed('Yet another.'))
  expect((await versionsOf()).map(({ number, status }) => [number, status])).toEqual([
    [2, 'draft'],
    [1, 'published'],
  ])
  await client.end()
})

it('the hazard log has sixteen hazards, and says that nobody approved it', async () => {
  const { versionId } = (await ofKind('hazard-log'))!
  const { html } = await owner().callOk(platformDocuments.get, { versionId })
  expect(html.match(/<h3>/g)).toHaveLength(16)
  expect(html).toContain('No clinical safety officer has reviewed this log yet')
})

it('is accepted by those who run a practice, for that practice, once', async () => {
  const terms = (await ofKind('terms'))!
  expect(terms).toMatchObject({ number: 1, acceptance: 'waiting', accepted: null })
  const { versionId } = terms
  expect((await testApp.clinicA.as('dentist').call(platformDocuments.accept, { versionId })).status).toBe(403)
  await Promise.all([1, 2].map(() => owner().callOk(platformDocuments.accept, { versionId })))
  expect(await ofKind('terms')).toMatchObject({ acceptance: 'accepted', accepted: { number: 1 } })
  expect((await ofKind('terms', 'clinicB'))!.acceptance).toBe('waiting')
  const { acceptances } = await admin().callOk(platformDocuments.getForAdmin, { versionId })
  expect(acceptances.map(({ clinicName, number }) => [clinicName, number])).toEqual([['Harbour Street', 1]])
  const privacy = (await ofKind('privacy'))!
  expect((await owner().call(platformDocuments.accept, privacy)).reason).toBe('not-needed')
  expect((await owner().call(platformDocuments.accept, { versionId: randomUUID() })).reason).toBe('not-found')
})

it('a draft is seen by nobody else, and a text that cannot be shown is refused', async () => {
  const kept = await draft('### First\n\nOne sentence.')
  expect((await owner().call(platformDocuments.get, { versionId: kept.id })).reason).toBe('not-found')
  const again = await draft('### First\n\nAnother sentence.')
  expect([again.id, again.number]).toEqual([kept.id, kept.number])
  const wrong = { kind: 'terms', title: 'Terms', text: '<script>x</script>', change: '' } as const
  const refused = await admin().call(platformDocuments.saveDraft, wrong)
  expect([refused.status, refused.reason]).toEqual([400, 'text-refused'])
})

it('a new version is accepted again only where it asks for that', async () => {
  const first = (await ofKind('terms'))!
  const wording = await draft('One word less.')
  await publish(wording.id, false)
  expect((await ofKind('terms'))!).toMatchObject({ number: 2, acceptance: 'accepted', change: 'Shorter' })
  expect((await owner().call(platformDocuments.accept, first)).reason).toBe('not-current')
  const unexplained = await draft('Another duty.', '')
  const silent = { versionId: unexplained.id, needsAcceptance: true, asksAgain: true }
  expect((await admin().call(platformDocuments.publish, silent)).reason).toBe('change-needed')
  const asking = await draft('Another duty.')
  await publish(asking.id, true)
  expect((await ofKind('terms'))!).toMatchObject({ number: 3, acceptance: 'waiting' })
  const twice = await admin().call(platformDocuments.publish, { ...silent, versionId: asking.id })
  expect(twice.reason).toBe('already-published')
  const listed = await admin().callOk(platformDocuments.listForAdmin, {})
  expect(listed.find(({ kind }) => kind === 'terms')!.acceptance).toMatchObject({ accepted: 0 })
  await owner().callOk(platformDocuments.accept, { versionId: asking.id })
  const after = await admin().callOk(platformDocuments.listForAdmin, {})
  expect(after.find(({ kind }) => kind === 'terms')!.acceptance).toMatchObject({ accepted: 1 })
})

it('what is published never changes, whatever the code does, and publishing takes a fresh proof', async () => {
  const { versionId } = (await ofKind('privacy'))!
  const change = async () => {
    await testApp.owner.query('begin')
    await testApp.owner.query('set local role candour_admin')
    await testApp.owner.query(`update platform_document_versions set text = 'x' where id = $1`, [versionId])
  }
  await expect(change()).rejects.toThrow('stays ended')
  await testApp.owner.query('rollback')
  const { id } = await draft('A last draft.')
  testApp.clock.advance(11 * minute_ms)
  const late = await admin().call(platformDocuments.publish, {
    ...{ versionId: id, needsAcceptance: true, asksAgain: false },
  })
  testApp.clock.advance(-11 * minute_ms)
  expect(late.reason).toBe('requires-recent-login')
})
