import { contract } from '../../contract/index.ts'
import type { DemoContext } from './demo-context.ts'

/** Who comes to the demo clinic today: one ready, one waiting for a signature, one to confirm again, one to prepare, and more. */
const demoDay: {
  patient: string
  by: string
  time: string
  minutes: number
  template?: string
  teeth?: string[]
  reason?: string
  confirmed?: true
  room?: string
}[] = [
  {
    ...{ patient: 'Hollis', by: 'owner', time: '09:00', minutes: 60, room: 'Surgery 1' },
    ...{ template: 'Porcelain Crown', teeth: ['26'], confirmed: true },
  },
  { patient: 'Tan', by: 'lead', time: '09:30', minutes: 20, reason: 'Check-up', room: 'Surgery 2' },
  {
    ...{ patient: "O'Sullivan", by: 'owner', time: '10:15', minutes: 75, room: 'Surgery 1' },
    ...{ template: 'Molar Root Canal', teeth: ['16'] },
  },
  {
    ...{ patient: 'Rahman', by: 'dentist', time: '11:30', minutes: 30, room: 'Surgery 3' },
    ...{ template: 'Simple Extraction', teeth: ['38'] },
  },
  {
    ...{ patient: 'Adeyemi', by: 'owner', time: '14:00', minutes: 90, room: 'Surgery 1' },
    ...{ template: 'Single Tooth Implant', teeth: ['24'] },
  },
  {
    ...{ patient: 'Llewellyn', by: 'owner', time: '16:00', minutes: 45, room: 'Surgery 1' },
    ...{ template: 'Composite Filling', teeth: ['25'] },
  },
]

/** Books the demo's appointments for today, unless today has some. */
export async function bookDemoDay(context: DemoContext): Promise<void> {
  const { owner, app } = context
  const { total, today } = (await owner.call(contract.appointments.day, { clinician: 'all' }))!
  if (total > 0) return
  for (const [number, { patient, by, template, teeth = [], confirmed, ...when }] of demoDay.entries()) {
    const key = `demo-appointment-${today}-${number}`
    const { staffId } = await context.member(by)
    const treatments = template ? [{ templateId: await context.templateId(template), teeth }] : []
    const patientId = await context.patientId(patient)
    const booking = { ...when, day: today, patientId, clinicianId: staffId, treatments }
    const needsConsent = template !== undefined
    const booked = await owner.call(contract.appointments.create, { ...booking, needsConsent }, { key })
    const consentId = booked!.consents[0]?.id
    const confirmation = { consentId: consentId!, changes: [], witness: null }
    // Weeks later the consent may have grown too old to be confirmed; then the board says so.
    if (confirmed && consentId)
      await owner.call(contract.consents.confirm, confirmation, { key: `${key}-confirm`, tolerate: [409] })
  }
  await app.jobs.drain()
}
