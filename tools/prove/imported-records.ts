/**
 * So many records of another product, brought in as a practice does: a list of its patients with what belongs to them, then
 * each PDF by the route that takes it, three at a time as the page sends them. Prints what that takes of time, processor,
 * memory and statements, by part; afterwards each record must be stored once, for its patient, and each file be given out
 * as it was sent. Ends with 1 otherwise.
 *
 *   node tools/prove/imported-records.ts [records, 10000]
 */
import { createHash, randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { foreignRecordFiles } from '../../contract/foreign-records.ts'
import { contract } from '../../contract/index.ts'
import { newPdf } from '../../server/testing/test-files.ts'
import { runFaultTest } from './fault-test-run.ts'
import { randomAddress, UnavailableError } from './fetch-caller.ts'
import { countOf, startMeasuredProduct, type Expense, type MeasuredProduct } from './measured-product.ts'
import { waitUntil } from './named-wait.ts'
import { createRetry, openPractice, type Practice } from './signed-consents.ts'

const records = Number(process.argv[2] ?? 10_000)
if (!Number.isInteger(records) || records < 20) throw new Error('Name at least 20 records')
/** As the page does. */
const sent_at_once = 3
const records_each = 4
const import_ms_max = 1_800_000
const stored_ms_max = 600_000
/** Drawn forms and scans of a page are of some such size. */
const filling_bytes = 60_000
const { foreignRecords, patientImports } = contract

const wordOf = (number: number): string =>
  [...String(number)].map((digit) => 'bdfgklmnrt'[Number(digit)]! + 'aeiou'[Number(digit) % 5]!).join('')

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** How often a file was sent again, since the product was busy. */
const told = { toComeBack: 0 }

const blank = Buffer.from(await newPdf())

/** A PDF that differs from every other: what stands behind its end is no part of its pages. */
const pdfOf = (number: number): Buffer =>
  Buffer.concat([blank, Buffer.from(`\n% record ${number} ${'x'.repeat(filling_bytes)}\n%%EOF\n`, 'latin1')])

/** Whose a record is: several in a row belong to one person. */
function personOf(number: number): { firstName: string; lastName: string; dateOfBirth: string } {
  const person = Math.floor((number - 1) / records_each)
  const dateOfBirth = dateInTimeZone(new Date(Date.UTC(1950, 0, 1 + ((person * 37) % 15_000))))
  return { firstName: `Given${wordOf(person)}`, lastName: `Family${wordOf(person * 7919)}`, dateOfBirth }
}

const numbersOfAll = () => Array.from({ length: records }, (_, index) => index + 1)

function manifest(): string {
  const lines = numbersOfAll().map((number) => {
    const { firstName, lastName, dateOfBirth } = personOf(number)
    const patient = `${firstName},${lastName},${dateOfBirth}`
    return `${patient},R${number},Consent to a filling,2023-06-05,Dr Old,R${number}.pdf`
  })
  return ['Forename,Surname,DOB,Record ID,Form,Signed on,Dentist,File', ...lines].join('\r\n')
}

type Part = Expense & { took_ms: number }

async function measured(product: MeasuredProduct, work: () => Promise<void>): Promise<Part> {
  await product.forget()
  const begun = performance.now()
  await work()
  return { took_ms: Math.round(performance.now() - begun), ...(await product.expense()) }
}

/** The patients of the list, added as those of any list are. */
async function importPatients({ staff }: Practice): Promise<string> {
  const content = Buffer.from(manifest()).toString('base64')
  const list = await staff.call(patientImports.read, { fileName: 'manifest.csv', content }, randomUUID())
  const { id: importId, dateOrder } = list
  const fields = list.columns.map(({ field }) => field)
  await staff.call(patientImports.check, { importId, fields, dateOrder }, randomUUID())
  await staff.call(patientImports.start, { importId }, randomUUID())
  await waitUntil('the patients to be imported', import_ms_max, async () => {
    const { status } = await staff.call(patientImports.get, { importId })
    return status === 'done'
  })
  return importId
}

async function openManifest({ staff }: Practice, patientImportId: string): Promise<string> {
  const read = await staff.call(foreignRecords.read, { patientImportId, source: 'OldConsent' }, randomUUID())
  const { id: foreignImportId, dateOrder } = read
  const fields = read.columns.map(({ field }) => field)
  const checked = await staff.call(foreignRecords.check, { foreignImportId, fields, dateOrder })
  if (checked.counts.waiting !== records) throw new Error(`${checked.counts.waiting} rows wait for a file`)
  await staff.call(foreignRecords.start, { foreignImportId })
  return foreignImportId
}

/** Sends each file once, and says of which the product did not say that it was taken. */
async function sendFiles({ staff }: Practice, foreignImportId: string): Promise<string[]> {
  const numbers = numbersOfAll().values()
  const refused: string[] = []
  const insist = createRetry(() => told.toComeBack++)
  const send = async () => {
    for (const number of numbers) {
      const content = pdfOf(number).toString('base64')
      // The first row of a list stands below its header.
      const row = { foreignImportId, number: number + 1, content }
      const { state, reason } = await insist(() => staff.call(foreignRecords.addFile, row))
      if (state !== 'taken') refused.push(`record ${number}: ${state}: ${reason}`)
      if (number % 500 === 0) console.error(`${number} of ${records} files`)
    }
  }
  await Promise.all(Array.from({ length: sent_at_once }, send))
  return refused
}

/** A record as the database has it, with whose it is. */
type Stored = { id: string; originalId: string; firstName: string; lastName: string; dateOfBirth: string }

async function findStored({ database }: MeasuredProduct): Promise<Stored[]> {
  const { rows } = await database.query<Stored>(
    `select r.id, r.original_id as "originalId", p.first_name as "firstName", p.last_name as "lastName",
       p.date_of_birth::text as "dateOfBirth"
     from foreign_records r join patients p on p.clinic_id = r.clinic_id and p.id = r.patient_id`,
  )
  return rows
}

/** Of which numbers there is not one record, or one of somebody else. */
function checkPatients(stored: readonly Stored[]): string[] {
  const amiss = stored.length === records ? [] : [`${stored.length} records are stored, not ${records}`]
  const found = new Map(stored.map((record) => [record.originalId, record]))
  for (const number of numbersOfAll()) {
    const record = found.get(`R${number}`)
    if (!record) amiss.push(`record ${number} is not stored`)
    else if (!isDeepStrictEqual({ ...record, ...personOf(number) }, record))
      amiss.push(`record ${number} is somebody else’s`)
  }
  return amiss
}

/** Opens each record as a practice does, and says which is not the file that was sent. */
async function readBack({ staff, address }: Practice, stored: readonly Stored[]): Promise<string[]> {
  const [rest, amiss] = [stored.values(), [] as string[]]
  const insist = createRetry(() => {})
  const open = async ({ id }: Stored) => {
    const path = foreignRecordFiles.record.path.replace(':foreignRecordId', id)
    const headers = { cookie: staff.cookie(), 'x-forwarded-for': randomAddress() }
    const answer = await fetch(address + path, { headers })
    if (answer.status === 503) throw new UnavailableError(503, answer.headers.get('retry-after'))
    return answer.ok ? hashOf(new Uint8Array(await answer.arrayBuffer())) : `answered ${answer.status}`
  }
  const read = async () => {
    for (const record of rest) {
      const { originalId } = record
      const found = await insist(() => open(record))
      const sent = hashOf(pdfOf(Number(originalId.slice(1))))
      if (found !== sent) amiss.push(`record ${originalId} is not given out as it was sent: ${found}`)
    }
  }
  await Promise.all(Array.from({ length: sent_at_once }, read))
  return amiss
}

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const product = await startMeasuredProduct(proof, { port: 4428, dataDir })
  const { database, address } = product
  const practice = await openPractice(address, dataDir)
  let [patientImportId, foreignImportId] = ['', '']
  let refused: string[] = []
  const parts: Record<string, Part> = {}
  parts['patients of the list'] = await measured(product, async () => {
    patientImportId = await importPatients(practice)
  })
  parts['list read and checked'] = await measured(product, async () => {
    foreignImportId = await openManifest(practice, patientImportId)
  })
  parts['files sent'] = await measured(product, async () => {
    refused = await sendFiles(practice, foreignImportId)
  })
  parts['until all are in the file store'] = await measured(product, async () => {
    await practice.staff.call(foreignRecords.finish, { foreignImportId })
    const waiting = 'select count(*) from foreign_records where waiting_bytes is not null'
    await waitUntil('the file store to have them all', stored_ms_max, async () => {
      return (await countOf(database, waiting)) === 0
    })
  })
  const stored = await findStored(product)
  const amiss = [...refused, ...checkPatients(stored)]
  parts['files read back'] = await measured(product, async () => {
    amiss.push(...(await readBack(practice, stored)))
  })
  console.table(parts)
  return {
    counts: {
      ...{ records, load: loadavg().map(Math.round), sentAgain: told.toComeBack, parts },
      'invariants checked': {
        'each record is stored once, for the patient of its row': records,
        'each file is given out as it was sent': stored.length,
      },
    },
    amiss,
  }
})
