import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { live_streams_per_person_max } from '../../../contract/limits.ts'
import type { App } from '../../app.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
/** Another instance on the same database, which serves the streams; what happens, happens through the first. */
let other: App
let address: string

beforeAll(async () => {
  testApp = await openTestApp()
  other = await testApp.openSecondInstance()
  await other.http.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(other.http.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await other.close()
  await testApp.close()
})

type OpenedStream = {
  next(): Promise<string>
  until(name: string): Promise<void>
  ended(): Promise<void>
  leave(): void
}
const openedStreams: OpenedStream[] = []
afterEach(() => openedStreams.splice(0).forEach((stream) => stream.leave()))

/** Opens the stream of somebody on the other instance, once it hears for certain. */
async function openStream({ cookie }: { cookie: string }): Promise<OpenedStream> {
  const stop = new AbortController()
  const answer = await fetch(`${address}/api/clinic/live`, { headers: { cookie }, signal: stop.signal })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function read(): Promise<string | null> {
    for (;;) {
      const event = /^(?:: .*\n\n)*event: (\w+)\ndata: 1\n\n/.exec(text)
      if (event) {
        text = text.slice(event[0].length)
        return event[1]!
      }
      const { done, value } = await reader.read()
      if (done) return null
      text += value
    }
  }
  const stream: OpenedStream = {
    async next() {
      const name = await read()
      if (name === null) throw new Error('The stream has ended')
      return name
    },
    async until(name) {
      while ((await stream.next()) !== name);
    },
    async ended() {
      while ((await read()) !== null);
    },
    leave: () => stop.abort(),
  }
  openedStreams.push(stream)
  // The first gap says that news are heard from here on.
  await stream.until('gap')
  return stream
}

it('tells of a withdrawal that another instance served, and to that clinic alone', async () => {
  const { clinicA, clinicB } = testApp
  const { consentId, patient } = await clinicA.addSigned()
  await testApp.runJobs()
  const [own, foreign] = [await openStream(clinicA.as('dentist')), await openStream(clinicB.as('dentist'))]
  await patient.callOk(contract.signing.withdraw, { consentId, reason: 'I have changed my mind' })
  await testApp.runJobs()
  await own.until('consents')
  // What the foreign clinic hears first is its own news, told after the other's.
  await clinicB.addDraft()
  await testApp.runJobs()
  let first = await foreign.next()
  while (first === 'gap') first = await foreign.next()
  expect(first).toBe('consents')
  const { rows } = await testApp.owner.query<{ count: number }>(
    `select count(*)::int from pgboss.job where name = 'live.tell' and state = 'completed' and data->>'clinicId' = $1`,
    [clinicB.id],
  )
  expect(rows[0]!.count).toBeGreaterThan(0)
})

it('names the topic and the clinic in its jobs, and nothing else', async () => {
  await testApp.clinicA.addSent()
  const { rows } = await testApp.owner.query<{ data: object }>(
    `select data from pgboss.job where name = 'live.tell' and state = 'created'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { data } of rows) expect(Object.keys(data).toSorted()).toEqual(['clinicId', 'topic'])
  await testApp.runJobs()
})

it('hears again after its connection was cut, and says that something may have been missed', async () => {
  const stream = await openStream(testApp.clinicA.as('dentist'))
  const cut = await testApp.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'candour live' and datname = current_database()`,
  )
  expect(cut.rowCount).toBe(1)
  await stream.until('gap')
  await testApp.clinicA.addDraft()
  await testApp.runJobs()
  await stream.until('consents')
})

it('ends for somebody who is signed out or deactivated, and for nobody else', async () => {
  const colleague = await testApp.clinicA.addColleague()
  const [leaving, staying] = [
    await openStream(testApp.as(colleague)),
    await openStream(testApp.clinicA.as('dentist')),
  ]
  await other.live.recheck()
  await testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [colleague.staffId])
  await other.live.recheck()
  await leaving.ended()
  await testApp.clinicA.addDraft()
  await testApp.runJobs()
  await expect(staying.until('consents')).resolves.toBeUndefined()
})

it('does not keep the session of an unattended screen awake', async () => {
  const colleague = await testApp.clinicA.addColleague()
  const seenAt = async () =>
    (
      await testApp.owner.query<{ at: Date }>(
        `select max(seen_at) as at from auth.session where user_id = $1`,
        [colleague.userId],
      )
    ).rows[0]!.at
  const before = await seenAt()
  const stream = await openStream(testApp.as(colleague))
  const atOpening = await seenAt()
  testApp.clock.advance(5 * 60_000)
  await other.live.recheck()
  await testApp
    .as(colleague)
    .send({ method: 'GET', url: '/api/clinic/clinic', headers: { 'x-unattended': '1' } })
  expect(await seenAt()).toEqual(atOpening)
  await testApp.as(colleague).get('/api/clinic/clinic')
  expect((await seenAt()).getTime()).toBeGreaterThan(before.getTime())
  stream.leave()
})

it('lets the oldest stream of a person go where there are too many', async () => {
  const colleague = testApp.as(await testApp.clinicA.addColleague())
  const first = await openStream(colleague)
  for (let more = 1; more < live_streams_per_person_max; more++) await openStream(colleague)
  const last = await openStream(colleague)
  await first.ended()
  await testApp.clinicA.addDraft()
  await testApp.runJobs()
  await expect(last.until('consents')).resolves.toBeUndefined()
})

it('ends every stream when its instance closes', async () => {
  const third = await testApp.openSecondInstance()
  await third.http.listen({ host: '127.0.0.1', port: 0 })
  const { port } = third.http.server.address() as AddressInfo
  const { cookie } = testApp.clinicA.as('dentist')
  const answer = await fetch(`http://127.0.0.1:${port}/api/clinic/live`, { headers: { cookie } })
  await third.close()
  expect(await answer.text()).toContain(': open')
})
