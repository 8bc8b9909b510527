import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import { ticket_retention_days, ticket_solved_days, tickets_a_day_max } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { newPicture } from '../../testing/test-picture.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { tickets, adminTickets } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** Sessions end when the clock is moved far, so rows are made older instead. */
const daysAgo = (days: number) => new Date(testApp.clock.now().getTime() - days * day_ms - minute_ms)
const admin = () => testApp.as(testApp.superAdmin)
const ticketInput = (change: object = {}) => ({
  ...{ subject: 'Our logo looks blurred', kind: 'problem' as const, words: 'On paper it is not sharp.' },
  ...change,
})
const openTicket = (change: object = {}) =>
  testApp.clinicA.as('dentist').callOk(tickets.open, ticketInput(change))
const textFile = (name: string, words: string) => ({ name, content: Buffer.from(words).toString('base64') })
const mailsAbout = async (number: number) =>
  (await testApp.mail()).filter(({ subject }) => subject.startsWith(`[#${number}]`))

describe('a ticket', () => {
  it('is opened, told of on both sides, answered, and answered again', async () => {
    const { id: ticketId, number, posts, status } = await openTicket()
    expect(status).toBe('open')
    expect(posts.map(({ author, kind, words }) => [author, kind, words])).toEqual([
      ['practice', 'message', 'On paper it is not sharp.'],
      ['system', 'event', 'received'],
    ])
    await testApp.runJobs()
    const [receipt, news] = (await mailsAbout(number)).toSorted((a, b) => (a.to < b.to ? 1 : -1))
    expect([receipt!.to, news!.to].toSorted()).toEqual(
      [testApp.clinicA.staff.dentist.email, 'support@candour.example'].toSorted(),
    )
    const answered = await admin().callOk(adminTickets.answer, { ticketId, words: 'Upload it larger.' })
    expect(answered).toMatchObject({
      status: 'waiting-for-practice',
      firstAnsweredAt: expect.any(String),
      clinic: { name: 'Harbour Street' },
    })
    await testApp.runJobs()
    const last = (await mailsAbout(number)).at(-1)!
    expect(last).toMatchObject({ to: testApp.clinicA.staff.dentist.email })
    expect(last.text).toContain('Upload it larger.')
    expect(last.text).toContain(`/clinic/account/tickets/${ticketId}`)
    const back = await testApp.clinicA
      .as('dentist')
      .callOk(tickets.answer, { ticketId, words: 'It is sharp now.' })
    expect(back).toMatchObject({ status: 'waiting-for-us', firstAnswerDueAt: null })
    expect(back.posts.map(({ delivery }) => delivery)).toEqual(['sent', 'sent', 'sent', 'queued'])
  })

  it('sent twice is one', async () => {
    const idempotencyKey = crypto.randomUUID()
    const send = () => testApp.clinicA.as('dentist').call(tickets.open, ticketInput(), { idempotencyKey })
    const [one, other] = await Promise.all([send(), send()])
    expect(one.body.id).toBe(other.body.id)
  })

  it('is seen by who opened it and by administrators, and by nobody else', async () => {
    const { id: ticketId } = await openTicket()
    const seen = async (who: 'dentist' | 'owner' | 'lead') =>
      (await testApp.clinicA.as(who).call(tickets.get, { ticketId })).status
    expect([await seen('dentist'), await seen('owner'), await seen('lead')]).toEqual([200, 200, 404])
    const ids = async (who: 'owner' | 'lead') =>
      (await testApp.clinicA.as(who).callOk(tickets.list, { pageSize: 100 })).rows.map(({ id }) => id)
    expect(await ids('owner')).toContain(ticketId)
    expect(await ids('lead')).not.toContain(ticketId)
    const answer = await testApp.clinicB.as('owner').call(tickets.answer, { ticketId, words: 'Mine?' })
    expect([answer.status, answer.reason]).toEqual([404, 'not-found'])
    for (const operation of [tickets.close, tickets.reopen])
      expect((await testApp.clinicA.as('lead').call(operation, { ticketId })).status).toBe(404)
  })

  it('is closed, takes nothing then, and is reopened', async () => {
    const { id: ticketId } = await openTicket()
    const dentist = testApp.clinicA.as('dentist')
    expect((await dentist.call(tickets.reopen, { ticketId })).reason).toBe('wrong-state')
    expect((await dentist.callOk(tickets.close, { ticketId })).status).toBe('closed')
    expect((await dentist.call(tickets.close, { ticketId })).reason).toBe('wrong-state')
    expect((await dentist.call(tickets.answer, { ticketId, words: 'And?' })).reason).toBe('closed')
    expect((await admin().call(adminTickets.answer, { ticketId, words: 'And?' })).reason).toBe('closed')
    const done = await dentist.callOk(tickets.list, { view: 'done' })
    expect(done.rows.map(({ id }) => id)).toContain(ticketId)
    const reopened = await dentist.callOk(tickets.reopen, { ticketId })
    expect(reopened.status).toBe('waiting-for-us')
    expect(reopened.posts.at(-1)).toMatchObject({ kind: 'event', words: 'reopen' })
  })

  it('stands in the list as that is sorted', async () => {
    await openTicket({ subject: 'Aardvark' })
    await openTicket({ subject: 'Zebra' })
    const owner = testApp.clinicA.as('owner')
    const subjects = async (sort: 'subject' | '-subject' | '-number') =>
      (await owner.callOk(tickets.list, { sort, pageSize: 100 })).rows.map(({ subject }) => subject)
    expect((await subjects('subject'))[0]).toBe('Aardvark')
    expect((await subjects('-subject'))[0]).toBe('Zebra')
    expect((await subjects('-number')).slice(0, 2)).toEqual(['Zebra', 'Aardvark'])
  })

  it('is written to the audit log of its practice without a word of it', async () => {
    const { id: ticketId } = await openTicket({ subject: 'Secretive', words: 'Whispered' })
    await admin().callOk(adminTickets.answer, { ticketId, words: 'Murmured' })
    const { rows } = await testApp.owner.query(
      'select action, clinic_id, details from audit_rows where subject = $1 order by at',
      [ticketId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['ticket.opened', 'ticket.answered'])
    expect(rows.every((row) => row.clinic_id === testApp.clinicA.id)).toBe(true)
    expect(JSON.stringify(rows) + testApp.logged.join()).not.toMatch(/Secretive|Whispered|Murmured/)
  })

  it('is not opened without words, nor more often than a day allows', async () => {
    const clinic = await testApp.addClinic('Many Questions')
    const dentist = clinic.as('dentist')
    expect((await dentist.call(tickets.open, ticketInput({ words: ' ' }))).status).toBe(400)
    expect((await dentist.call(tickets.open, ticketInput({ kind: 'pills' }))).status).toBe(400)
    await dentist.callOk(tickets.open, ticketInput())
    await testApp.owner.query(
      `insert into tickets (clinic_id, staff_id, subject, kind, status, priority, created_at, updated_at,
         first_answer_due_at, solution_due_at)
       select clinic_id, staff_id, subject, kind, status, priority, created_at, updated_at,
         first_answer_due_at, solution_due_at from tickets, generate_series(2, $2) where clinic_id = $1`,
      [clinic.id, tickets_a_day_max],
    )
    const refused = await dentist.call(tickets.open, ticketInput())
    expect([refused.status, refused.reason]).toEqual([429, 'too-many-tickets'])
    await testApp.owner.query('update tickets set created_at = $2 where clinic_id = $1', [
      ...[clinic.id, daysAgo(1)],
    ])
    expect((await dentist.call(tickets.open, ticketInput())).status).toBe(200)
  })
})

describe('what is attached', () => {
  const fetched = (path: string, ticketId: string, fileId: string) =>
    path.replace(':ticketId', ticketId).replace(':fileId', fileId)

  it('is judged by its content and kept as a file, from the first moment and from the store', async () => {
    const picture = newPicture()
    const files = [
      textFile('..\\notes.html', '<script>alert(1)</script>'),
      { name: 'shot.pdf', content: picture.toString('base64') },
    ]
    const { id: ticketId, posts } = await openTicket({ files })
    const [note, shot] = posts[0]!.files
    expect([note!.name, note!.type, shot!.name, shot!.type]).toEqual([
      ...['notes.txt', 'text/plain', 'shot.png', 'image/png'],
    ])
    const { forClinic, forAdmin } = fileRoutes.tickets
    for (const when of ['waiting', 'stored']) {
      const answer = await testApp.clinicA.as('dentist').get(fetched(forClinic.path, ticketId, note!.id))
      expect(answer.headers, when).toMatchObject({
        'content-disposition': 'attachment; filename="notes.txt"',
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.raw.toString()).toBe('<script>alert(1)</script>')
      expect((await admin().get(fetched(forAdmin.path, ticketId, shot!.id))).raw).toEqual(picture)
      await testApp.runJobs()
    }
    const { rows } = await testApp.owner.query(
      'select count(waiting_bytes)::int as waiting from ticket_files where ticket_id = $1',
      [ticketId],
    )
    expect(rows[0].waiting).toBe(0)
    const { id: otherId } = await openTicket()
    for (const [who, path] of [
      [testApp.clinicB.as('owner'), fetched(forClinic.path, ticketId, note!.id)],
      [testApp.clinicA.as('lead'), fetched(forClinic.path, ticketId, note!.id)],
      [testApp.clinicA.as('dentist'), fetched(forClinic.path, otherId, note!.id)],
    ] as const)
      expect((await who.get(path)).status).toBe(404)
  })

  it('is refused by name where it is a program, too large or too much', async () => {
    const program = { name: 'setup.exe', content: Buffer.from([0x4d, 0x5a, 0, 0]).toString('base64') }
    const refused = await testApp.clinicA.as('dentist').call(tickets.open, ticketInput({ files: [program] }))
    expect([refused.status, refused.reason]).toEqual([400, 'file-refused'])
    expect(refused.error!.message).toContain('setup.exe cannot be attached')
    const large = textFile('a.txt', 'a'.repeat(3.6 * 1024 * 1024))
    const files = [large, large, large]
    expect((await testApp.clinicA.as('dentist').call(tickets.open, ticketInput({ files }))).reason).toBe(
      'files-too-large',
    )
    const six = Array.from({ length: 6 }, () => textFile('a.txt', 'a'))
    expect((await testApp.clinicA.as('dentist').call(tickets.open, ticketInput({ files: six }))).status).toBe(
      400,
    )
    const { id: ticketId } = await openTicket()
    expect(
      (await admin().call(adminTickets.answer, { ticketId, words: 'See', files: [program] })).reason,
    ).toBe('file-refused')
  })
})

describe('a super administrator', () => {
  it('finds tickets by status, priority, person, practice, words and number', async () => {
    const clinic = await testApp.addClinic('Find Me Dental')
    const ask = (change: object) => clinic.as('dentist').callOk(tickets.open, ticketInput(change))
    const one = await ask({ subject: 'A printer, 100% broken' })
    const other = await ask({ subject: 'A question' })
    const own = { priority: 'urgent' as const, assigneeId: testApp.superAdmin.userId }
    await admin().callOk(adminTickets.assign, { ticketId: one.id, ...own })
    await admin().callOk(adminTickets.move, { ticketId: other.id, move: 'solve' })
    const found = async (filter: object) =>
      (await admin().callOk(adminTickets.list, { clinicId: clinic.id, ...filter })).rows.map(({ id }) => id)
    expect(await found({})).toEqual([one.id])
    expect(await found({ status: 'solved' })).toEqual([other.id])
    expect(await found({ status: 'all' })).toHaveLength(2)
    expect(await found({ priority: 'urgent' })).toEqual([one.id])
    expect(await found({ priority: 'low' })).toEqual([])
    expect(await found({ assignee: 'me' })).toEqual([one.id])
    expect(await found({ assignee: 'nobody', status: 'all' })).toEqual([other.id])
    expect(await found({ search: '100%' })).toEqual([one.id])
    expect(await found({ search: `#${other.number}`, status: 'all' })).toEqual([other.id])
    expect(await found({ search: 'find me', status: 'all' })).toHaveLength(2)
    expect(await found({ search: 'hughes', status: 'all' })).toHaveLength(2)
    const choices = await admin().callOk(adminTickets.choices, {})
    expect(choices.admins).toContainEqual({ id: testApp.superAdmin.userId, name: 'Rowan Pemberton' })
    expect(choices.clinics).toContainEqual({ id: clinic.id, name: 'Find Me Dental' })
  })

  it('sees what is overdue, and how many there are', async () => {
    const { id: ticketId } = await openTicket()
    const before = await admin().callOk(adminTickets.counts, {})
    await testApp.owner.query('update tickets set first_answer_due_at = $2 where id = $1', [
      ...[ticketId, daysAgo(0)],
    ])
    const late = await admin().callOk(adminTickets.get, { ticketId })
    expect(late.isOverdue).toBe(true)
    const counts = await admin().callOk(adminTickets.counts, {})
    expect(counts.overdue).toBeGreaterThan(before.overdue)
    const overdue = await admin().callOk(adminTickets.list, { overdue: 'yes', pageSize: 100 })
    expect(overdue.rows.map(({ id }) => id)).toContain(ticketId)
    expect(overdue.total).toBe(counts.overdue)
    await admin().callOk(adminTickets.answer, { ticketId, words: 'Sorry, this took long.' })
    expect((await admin().callOk(adminTickets.get, { ticketId })).isOverdue).toBe(false)
  })

  it('gives a ticket to somebody who runs the platform, whom news is then mailed to', async () => {
    const { id: ticketId, number } = await openTicket()
    const assign = { ticketId, priority: 'high' as const }
    const assigneeId = testApp.superAdmin.userId
    const given = await admin().callOk(adminTickets.assign, { ...assign, assigneeId })
    expect(given).toMatchObject({ priority: 'high', assignee: { name: 'Rowan Pemberton' } })
    await testApp.clinicA.as('dentist').callOk(tickets.answer, { ticketId, words: 'One more thing.' })
    await testApp.runJobs()
    expect((await mailsAbout(number)).at(-1)).toMatchObject({ to: 'rowan@candour.example.org' })
    for (const stranger of [testApp.stranger.userId, testApp.clinicA.staff.owner.userId, 'nobody-at-all']) {
      const { status, reason } = await admin().call(adminTickets.assign, { ...assign, assigneeId: stranger })
      expect([status, reason]).toEqual([400, 'no-such-admin'])
    }
  })

  it('writes notes that no role of the practice can read', async () => {
    const { id: ticketId, number } = await openTicket()
    const noted = await admin().callOk(adminTickets.addNote, { ticketId, words: 'They pay late.' })
    expect(noted.posts.at(-1)).toMatchObject({ kind: 'note', words: 'They pay late.', delivery: 'none' })
    const seen = await testApp.clinicA.as('owner').callOk(tickets.get, { ticketId })
    expect(JSON.stringify(seen)).not.toContain('They pay late.')
    await testApp.runJobs()
    expect(JSON.stringify(await mailsAbout(number))).not.toContain('They pay late.')
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    const query = rawQuery(app)
    const own = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
    expect(await query(own, `select id from ticket_posts where kind = 'note'`)).toEqual([])
    const forge = (author: string, kind: string) =>
      query(
        own,
        `insert into ticket_posts (clinic_id, ticket_id, author, kind, via, name, words, delivery, delivery_at, created_at)
         values ($1, $2, $3, $4, 'web', 'x', 'x', 'none', now(), now())`,
        [testApp.clinicA.id, ticketId, author, kind],
      )
    await expect(forge('platform', 'message')).rejects.toThrow('row-level security')
    await expect(forge('practice', 'note')).rejects.toThrow('row-level security')
    await expect(query(own, `update tickets set priority = 'urgent'`)).rejects.toThrow('permission denied')
    await expect(query(own, 'delete from ticket_posts')).rejects.toThrow('permission denied')
    for (const table of ['canned_answers', 'ticket_mails'])
      await expect(query(own, `select * from ${table}`)).rejects.toThrow('permission denied')
    await expect(query(own, 'select super_admins()')).rejects.toThrow('permission denied')
    await app.end()
  })

  it('moves tickets as the table says, and no other way', async () => {
    const { id: ticketId } = await openTicket()
    const move = (by: 'hold' | 'resume' | 'solve' | 'close' | 'reopen') =>
      admin().call(adminTickets.move, { ticketId, move: by })
    for (const [by, status] of [
      ['hold', 'waiting-for-practice'],
      ['resume', 'waiting-for-us'],
      ['solve', 'solved'],
      ['close', 'closed'],
      ['reopen', 'waiting-for-us'],
    ] as const)
      expect((await move(by)).body.status).toBe(status)
    expect((await move('reopen')).reason).toBe('wrong-state')
  })

  it('keeps answers to use again', async () => {
    const canned = { title: 'Logo', words: 'Upload it with 600 pixels a side.' }
    const { id: cannedId } = await admin().callOk(adminTickets.addCanned, canned)
    expect((await admin().call(adminTickets.addCanned, canned)).reason).toBe('title-taken')
    const other = await admin().callOk(adminTickets.addCanned, { ...canned, title: 'Another' })
    const clash = { cannedId: other.id, ...canned }
    expect((await admin().call(adminTickets.changeCanned, clash)).reason).toBe('title-taken')
    const changed = await admin().callOk(adminTickets.changeCanned, { cannedId, ...canned, words: 'Larger.' })
    expect(changed).toMatchObject({ words: 'Larger.', updatedBy: 'Rowan Pemberton' })
    expect((await admin().callOk(adminTickets.listCanned, {})).map(({ title }) => title)).toEqual([
      ...['Another', 'Logo'],
    ])
    for (const id of [cannedId, other.id]) await admin().callOk(adminTickets.deleteCanned, { cannedId: id })
    expect((await admin().call(adminTickets.deleteCanned, { cannedId })).reason).toBe('not-found')
    expect((await admin().call(adminTickets.changeCanned, { cannedId, ...canned })).reason).toBe('not-found')
  })

  it('is told of what is not there', async () => {
    const ticketId = crypto.randomUUID()
    const answers = [
      await admin().call(adminTickets.get, { ticketId }),
      await admin().call(adminTickets.answer, { ticketId, words: 'x' }),
      await admin().call(adminTickets.addNote, { ticketId, words: 'x' }),
      await admin().call(adminTickets.move, { ticketId, move: 'close' }),
      await admin().call(adminTickets.assign, { ticketId, priority: 'low', assigneeId: null }),
    ]
    for (const { status, reason } of answers) expect([status, reason]).toEqual([404, 'not-found'])
  })
})

describe('time', () => {
  const kept = async (ticketId: string) =>
    (await testApp.owner.query('select status from tickets where id = $1', [ticketId])).rows[0]

  it('closes what was solved, and deletes what was closed, with its files', async () => {
    const { id: ticketId, posts } = await openTicket({ files: [textFile('a.txt', 'words of mine')] })
    await admin().callOk(adminTickets.move, { ticketId, move: 'solve' })
    await testApp.runJobs()
    const age = (column: 'solved_at' | 'closed_at', days: number) =>
      testApp.owner.query(`update tickets set ${column} = $2 where id = $1`, [ticketId, daysAgo(days)])
    await age('solved_at', ticket_solved_days - 1)
    await testApp.app.sweep('tickets')
    expect(await kept(ticketId)).toEqual({ status: 'solved' })
    await age('solved_at', ticket_solved_days)
    await testApp.app.sweep('tickets')
    expect(await kept(ticketId)).toEqual({ status: 'closed' })
    const path = fileRoutes.tickets.forAdmin.path.replace(':ticketId', ticketId)
    const file = path.replace(':fileId', posts[0]!.files[0]!.id)
    expect((await admin().get(file)).status).toBe(200)
    const folder = join(testApp.config.dataDir, 'files', 'ticket-files')
    const stored = async () => (await readdir(folder, { recursive: true })).length
    const before = await stored()
    await age('closed_at', ticket_retention_days - 1)
    await testApp.app.sweep('tickets')
    expect(await kept(ticketId)).toEqual({ status: 'closed' })
    await age('closed_at', ticket_retention_days)
    await testApp.app.sweep('tickets')
    await testApp.runJobs()
    expect(await kept(ticketId)).toBeUndefined()
    expect(await stored()).toBeLessThan(before)
  })

  it('a mail that was cut off is not sent again by itself', async () => {
    const { id: ticketId } = await openTicket()
    await testApp.owner.query(`update ticket_posts set delivery = 'sending' where ticket_id = $1`, [ticketId])
    await testApp.runJobs()
    testApp.clock.advance(4 * minute_ms)
    await testApp.app.sweep('tickets')
    const { posts } = await testApp.clinicA.as('dentist').callOk(tickets.get, { ticketId })
    expect(posts.map(({ delivery }) => delivery)).toEqual(['unconfirmed', 'unconfirmed'])
    testApp.clock.advance(-4 * minute_ms)
  })
})
