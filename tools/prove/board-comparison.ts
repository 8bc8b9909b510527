import type pg from 'pg'
import type { MockDentally } from '../../server/testing/mock-dentally.ts'
import { countOf } from './measured-product.ts'

/** How many of each invariant were looked at, and what does not hold. */
export type ComparedBoards = { checked: Record<string, number>; amiss: string[] }

type Booked = { externalId: string; startsAt: Date; status: string; person: string }

/** Whether each appointment of a practice system is on the board once, when and as it is there, with its own patient. */
export async function compareBoards(database: pg.Client, peer: MockDentally): Promise<ComparedBoards> {
  const { rows } = await database.query<Booked>(
    `select l.external_id as "externalId", a.starts_at as "startsAt", a.status,
       p.first_name || ' ' || p.last_name as person
     from practice_system_appointments l
     join appointments a on a.clinic_id = l.clinic_id and a.id = l.appointment_id
     join patients p on p.clinic_id = a.clinic_id and p.id = a.patient_id
     where l.outcome = 'booked'`,
  )
  const checked: Record<string, number> = {}
  const amiss: string[] = []
  const expect = (invariant: string, holds: boolean, what: string) => {
    checked[invariant] = (checked[invariant] ?? 0) + 1
    if (!holds) amiss.push(`${invariant}: ${what}`)
  }
  const found = Map.groupBy(rows, ({ externalId }) => externalId)
  const people = new Map(
    peer.patients.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]),
  )
  for (const { id, start_time, state, patient_id } of peer.appointments) {
    const booked = found.get(String(id)) ?? []
    const [here] = booked
    // One that was cancelled before anybody read it was never to take place here.
    const isEnough = booked.length === 1 || (booked.length === 0 && state === 'Cancelled')
    expect('each appointment is there once', isEnough, `${id}: ${booked.length}`)
    if (!here) continue
    const there = `${String(start_time)} ${state === 'Cancelled' ? 'cancelled' : 'booked'}`
    const told = `${here.startsAt.toISOString()} ${here.status}`
    expect('each is as it is in the practice system', told === there, `${id}: ${told}, not ${there}`)
    const person = people.get(patient_id as number)
    expect('each is of its own patient', here.person === person, `${id}: ${here.person}, not ${person}`)
  }
  const ofSystem = `from patients where first_name like 'Given%'`
  const counts: [string, string, number][] = [
    ['no patient is there twice', `select count(*) ${ofSystem}`, peer.patients.length],
    [
      'no appointment is on the board twice',
      `select count(*) from appointments a join patients p on p.clinic_id = a.clinic_id and p.id = a.patient_id
       where p.first_name like 'Given%'`,
      rows.length,
    ],
  ]
  for (const [invariant, text, wanted] of counts) {
    const count = await countOf(database, text)
    expect(invariant, count === wanted, `${count}, not ${wanted}`)
  }
  return { checked, amiss }
}
