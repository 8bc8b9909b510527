import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { outbox } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  const patientId = await testApp.clinicA.addPatient()
  const { id } = await testApp.clinicA.addDraft({ patientId })
  await testApp.clinicA.as('dentist').callOk(contract.consents.send, {
    consentId: id,
    by: 'email',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  })
  await testApp.runJobs()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)

describe('messages that nobody sends', () => {
  it('are listed newest first, a page at a time', async () => {
    const { rows, total, folder, isSent } = await admin().callOk(outbox.list, { pageSize: 1 })
    expect(total).toBeGreaterThan(0)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ kind: 'email', to: expect.stringContaining('@') })
    expect(rows[0]!.subject).not.toBe('')
    expect(folder).toMatch(/outbox$/)
    expect(isSent).toEqual({ email: false, sms: false })
  })

  it('are read one by one, which is written down without a word of it', async () => {
    const { rows } = await admin().callOk(outbox.list, {})
    const { name: messageName } = rows[0]!
    const { text, headers, content } = await admin().callOk(outbox.read, { messageName })
    expect(text).toMatch(/\/sign-consent\/[\w-]{43}/)
    expect(headers.map(({ name }) => name)).toContain('subject')
    expect(Buffer.from(content, 'base64').toString()).toContain('MIME-Version')
    const { rows: audit } = await testApp.owner.query(
      `select * from audit_rows where action = 'outbox.message_read'`,
    )
    expect(audit).toHaveLength(1)
    expect(audit[0]).toMatchObject({ subject: messageName, details: { kind: 'email' } })
    expect(JSON.stringify(audit[0])).not.toContain('sign-consent')
  })

  it.each([`${randomUUID()}.eml`, '20260101T000000000Z-none.eml', 'demo'])(
    '%s is none of them',
    async (messageName) => {
      const { status, reason } = await admin().call(outbox.read, { messageName })
      expect([status, reason]).toEqual([404, 'not-found'])
    },
  )

  it('no name leads out of the folder', async () => {
    for (const messageName of ['../demo.json', '..%2fdemo.json', '/etc/passwd']) {
      const { status } = await admin().call(outbox.read, { messageName })
      expect([400, 404]).toContain(status)
    }
  })
})

describe('deliveries', () => {
  it('are counted by kind and state', async () => {
    const { counts, last } = await admin().callOk(outbox.deliveries, {})
    expect(counts).toContainEqual({ kind: 'consent-link', status: 'sent', messages: 1 })
    expect(last).toBe(counts.reduce((sum, { messages }) => sum + messages, 0))
  })

  it('that went astray are named by clinic and kind, never by whom they were for', async () => {
    await testApp.owner.query(`update messages set status = 'failed', failure = 'no-such-mailbox'`)
    const answer = await admin().call(outbox.astray, {})
    expect(answer.body.rows[0]).toMatchObject({
      ...{ clinicId: testApp.clinicA.id, clinicName: 'Harbour Street', kind: 'consent-link' },
      ...{ status: 'failed', failure: 'no-such-mailbox' },
    })
    expect(answer.raw.toString()).not.toContain('@')
  })
})
