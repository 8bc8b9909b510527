import { z } from 'zod'
import { instantOf as zonedInstantOf } from '../../platform/zoned-time.ts'
import type { SystemClient } from './practice-system-client.ts'
import {
  PracticeSystemError,
  type ChangePage,
  type ChangeQuery,
  type SystemAppointment,
  type SystemPatient,
  type SystemPort,
} from './practice-system-port.ts'

/** Its documentation's largest page, and default. */
const page_size = 100
/** Each character of an appointment's pattern. */
const pattern_minutes = 5

const number = z.number().int().transform(String)
const words = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const Patient = z.object({
  PatNum: number,
  LName: words,
  FName: words,
  Title: words,
  PatStatus: words,
  Birthdate: words,
  Email: words,
  WirelessPhone: words,
  HmPhone: words,
  Address: words,
  Address2: words,
  City: words,
  State: words,
  Zip: words,
  TxtMsgOk: words,
  DateTStamp: words,
})

const Appointment = z.object({
  AptNum: number,
  PatNum: number,
  AptStatus: words,
  Pattern: words,
  ProvNum: number,
  AptDateTime: words,
  Note: words,
  ProcDescript: words,
  DateTStamp: words,
})

const Provider = z.object({ ProvNum: number, FName: words, LName: words, Abbr: words, IsHidden: words })

/** Appointments that stand in the diary, and what is not one of them: unscheduled and planned ones, notes. */
const states: Record<string, SystemAppointment['state']> = {
  Scheduled: 'pending',
  ASAP: 'pending',
  Complete: 'completed',
  Broken: 'missed',
}

/** Times are those of the practice's own clock: 'yyyy-MM-dd HH:mm:ss'; years before 1900 stand for none. */
function instantOf(text: string, zone: string): Date | null {
  const [, day, time, seconds] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}):(\d{2})$/.exec(text) ?? []
  if (!day || !time || day < '1900') return null
  const minute = zonedInstantOf({ day, time }, zone)
  return minute && new Date(minute.getTime() + Number(seconds) * 1000)
}

const localText = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)

const patientOf = (row: z.infer<typeof Patient>, updatedAt: Date): SystemPatient => ({
  id: row.PatNum,
  updatedAt,
  isActive: row.PatStatus === 'Patient',
  title: row.Title,
  firstName: row.FName,
  lastName: row.LName,
  dateOfBirth: row.Birthdate.startsWith('0001') ? '' : row.Birthdate.slice(0, 10),
  nhsNumber: '',
  email: row.Email,
  phone: row.WirelessPhone || row.HmPhone,
  otherPhone: row.WirelessPhone ? row.HmPhone : '',
  address: [row.Address, row.Address2, row.City, row.State, row.Zip].filter(Boolean).join('\n'),
  contactPermission: row.TxtMsgOk === 'No' ? ['email', 'phone', 'post'] : ['email', 'sms', 'phone', 'post'],
})

function appointmentOf(row: z.infer<typeof Appointment>, updatedAt: Date, zone: string): SystemAppointment[] {
  const [state, startsAt] = [states[row.AptStatus], instantOf(row.AptDateTime, zone)]
  if (!startsAt) return []
  return [
    {
      id: row.AptNum,
      updatedAt,
      patientId: row.PatNum,
      practitionerId: row.ProvNum,
      startsAt: startsAt.toISOString(),
      minutes: row.Pattern.length * pattern_minutes || 30,
      reason: row.ProcDescript || row.Note,
      treatment: row.ProcDescript,
      // What went back to a list of those without a time is in the diary no more.
      state: state ?? 'cancelled',
    },
  ]
}

/** Open Dental, by its public API specification: patients, providers and appointments, to read. */
export function openOpenDental(client: SystemClient): SystemPort {
  async function list<T>(
    path: string,
    query: Record<string, string | number | undefined>,
    row: z.ZodType<T>,
  ): Promise<T[]> {
    return client.get(path, query, z.array(row))
  }
  const asked = ({ since, page, zone }: ChangeQuery) => ({
    DateTStamp: since ? localText(since, zone) : undefined,
    Offset: (page - 1) * page_size || undefined,
  })
  const stampOf = (text: string, zone: string): Date => {
    const stamp = instantOf(text, zone)
    if (!stamp) throw new PracticeSystemError('unexpected-answer', 'A record had no change time')
    return stamp
  }

  return {
    requests: client.requests,
    /** It says nothing of whose key it is; the first provider answers that the key works. */
    async account() {
      await list('/providers', { Limit: 1 }, Provider)
      return { id: 'open-dental', name: 'Open Dental' }
    },
    async practitioners({ page }) {
      const rows = await list('/providers', { Offset: (page - 1) * page_size || undefined }, Provider)
      return {
        stamps: [],
        isLast: rows.length < page_size,
        rows: rows
          .filter(({ IsHidden }) => IsHidden !== 'true')
          .map(({ ProvNum, FName, LName, Abbr }) => ({
            ...{ id: ProvNum, gdcNumber: '' },
            name: [FName, LName].filter(Boolean).join(' ') || Abbr,
          })),
      }
    },
    treatments: () => Promise.resolve({ rows: [], stamps: [], isLast: true }),
    async patients(query): Promise<ChangePage<SystemPatient>> {
      const rows = await list('/patients/Simple', asked(query), Patient)
      const stamps = rows.map(({ DateTStamp }) => stampOf(DateTStamp, query.zone))
      return {
        stamps,
        isLast: rows.length < page_size,
        rows: rows.map((row, index) => patientOf(row, stamps[index]!)),
      }
    },
    async appointments(query): Promise<ChangePage<SystemAppointment>> {
      const dateStart = localText(query.from, query.zone).slice(0, 10)
      const rows = await list(
        '/appointments',
        { ...asked(query), dateStart, dateEnd: '2999-12-31' },
        Appointment,
      )
      const stamps = rows.map(({ DateTStamp }) => stampOf(DateTStamp, query.zone))
      return {
        stamps,
        isLast: rows.length < page_size,
        rows: rows.flatMap((row, index) => appointmentOf(row, stamps[index]!, query.zone)),
      }
    },
    writer: null,
  }
}
