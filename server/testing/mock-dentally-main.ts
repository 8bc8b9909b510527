/**
 * A small practice of Dentally as a program: `node server/testing/mock-dentally-main.ts <port> <file for its certificate>`.
 * Its key is 'dentally-test-key-0001'. It lets 'candour-at-dentally' in without asking anybody.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { dentallyAppointment, dentallyPatient, openMockDentally } from './mock-dentally.ts'

const [port, certificateFile] = process.argv.slice(2)
if (!Number(port) || !certificateFile) throw new Error('Name a port and a file for the certificate')

const peer = await openMockDentally(undefined, Number(port))
const day_ms = 24 * 60 * 60_000
const tomorrow = Math.floor(Date.now() / day_ms) * day_ms + day_ms
const at = (minutes: number) => new Date(tomorrow + minutes * 60_000).toISOString()

peer.practitioners = [
  {
    id: 77,
    active: true,
    gdc_number: '',
    user: { title: 'Dr', first_name: 'Priya', last_name: 'Nair' },
  },
  { id: 78, active: true, gdc_number: '', user: { title: 'Dr', first_name: 'Locum', last_name: 'Evans' } },
]
peer.treatments = [
  { id: 1, code: 'RCTM', nomenclature: 'Root canal treatment molar' },
  { id: 2, code: 'EXAM', nomenclature: 'Routine examination' },
  { id: 3, code: 'XLA', nomenclature: 'Extraction' },
]
const born = { date_of_birth: '1958-04-09' }
peer.patients = [
  dentallyPatient(1, { first_name: 'Ottilie', last_name: 'Fairweather', date_of_birth: '1983-02-11' }),
  dentallyPatient(2, { first_name: 'Bartholomew', last_name: 'Quince', ...born }),
  dentallyPatient(3, { first_name: 'Bartholomew', last_name: 'Quincey', title: '', ...born }),
  dentallyPatient(4, { first_name: 'Philippa', last_name: 'Underhill', date_of_birth: '' }),
]
peer.appointments = [
  dentallyAppointment(1, {
    patient_id: 1,
    start_time: at(540),
    reason: 'Root canal treatment molar',
    duration: 60,
  }),
  dentallyAppointment(2, { patient_id: 2, start_time: at(600), reason: 'Routine examination' }),
  dentallyAppointment(3, { patient_id: 3, start_time: at(630), practitioner_id: 78 }),
]
// Complete once it has its name: whoever waits for it reads all of it.
writeFileSync(`${certificateFile}.part`, peer.certificate)
renameSync(`${certificateFile}.part`, certificateFile)
