/**
 * What one large practice asks in a database with three thousand small ones. A statement that a connection keeps is
 * planned at first for what it is asked with, and later for the average practice, patient and template. Prints
 * milliseconds: the median of the first uses and of the last, which may take twice as long.
 *
 *   node tools/bench/tenant-scaling.ts [of each, 80] [small practices, 3000] [consents of the large one, 300000]
 *
 * All small ones together have three times as many consents and patients as the large one.
 * How many consents each view shows is counted by one statement beside every list: what its plan for all costs is to be
 * seen in the first list alone.
 */
import { consentFilter } from '../../contract/consents.ts'
import { contract } from '../../contract/index.ts'
import { addBenchConsents } from './bench-consents.ts'
import { addBenchPatients } from './bench-patients.ts'
import { openBenchApp, quantile, measureTime } from './bench-app.ts'

const [of_each = 80, practices_count = 3000, consents_count = 300_000] = process.argv.slice(2).map(Number)
const copies = 3
const ratio_max = 2
/** By these the process is warm, and no statement has a plan for all yet. */
const warm_up_uses = [2, 10] as const
const measured_uses = 20

const { owner, staff, clinicId, close } = await openBenchApp(4396)
await addBenchPatients(owner, clinicId, consents_count / 5)
await addBenchConsents(owner, clinicId, consents_count)

/** Copies what the large practice has there, each row with what is another in its copy: `m` says its practice and number. */
async function copyRows(table: string, changed: Record<string, string>, of: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => changed[name] ?? `r.${name}`)
  await owner.query(
    `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table} r join m on m.old = r.${of}
     where r.clinic_id = '${clinicId}'`,
  )
}

/** Gives each row of the large practice a number of its own in one of the small ones. */
const distributeRows = (table: string) =>
  owner.query(
    `drop table if exists m;
     create temp table m as
     select c.id as old, gen_random_uuid() as id, o.id as practice
     from (select id, 1 + floor(random() * ${practices_count})::int as at from ${table}
       where clinic_id = '${clinicId}') c join practices o using (at)`,
  )

// Whom the copies belong to is not there: only how many they are matters.
await owner.query('set session_replication_role = replica')
await owner.query(
  `create temp table practices as
   select gen_random_uuid() as id, at from generate_series(1, ${practices_count}) at`,
)
const practice = { clinic_id: 'm.practice' }
for (let copy = 0; copy < copies; copy++) {
  await distributeRows('consents')
  await copyRows('consents', { ...practice, id: 'm.id' }, 'id')
  await copyRows('consent_items', { ...practice, id: 'gen_random_uuid()', consent_id: 'm.id' }, 'consent_id')
  await copyRows('messages', { ...practice, id: 'gen_random_uuid()', about_id: 'm.id' }, 'about_id')
  await distributeRows('patients')
  await copyRows('patients', { ...practice, id: 'm.id' }, 'id')
  await copyRows('patient_keys', { ...practice, patient_id: 'm.id' }, 'patient_id')
}
await owner.query('set session_replication_role = origin')
for (const table of ['consents', 'consent_items', 'messages', 'patients', 'patient_keys'])
  await owner.query(`vacuum analyze ${table}`)

type Sampled = {
  clinicianId: string
  templateId: string
  treatment: string
  firstName: string
  lastName: string
  born: string
  phone: string
}
const { rows: samples } = await owner.query<Sampled>(
  `select c.clinician_id as "clinicianId", i.template_id as "templateId", c.treatment, p.first_name as "firstName",
     p.last_name as "lastName", to_char(p.date_of_birth, 'FMDD/FMMM/YYYY') as born, p.phone
   from consents c join patients p on p.clinic_id = c.clinic_id and p.id = c.patient_id
   join consent_items i on i.clinic_id = c.clinic_id and i.consent_id = c.id
   where c.clinic_id = $1 and p.phone <> '' and i.template_id =
     (select template_id from consent_items where clinic_id = $1 group by 1 order by count(*) desc limit 1)
   order by md5(c.id::text) limit 1`,
  [clinicId],
)
const { clinicianId, templateId, treatment, firstName, lastName, born, phone } = samples[0]!

const { list, ofTemplate, counts } = contract.consents
const views = consentFilter.view.unwrap().options
const cases: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    views.map((view) => [`consents: ${view}`, () => staff.call(list, { view })] as const),
  ),
  'consents: ninth page': () => staff.call(list, { page: 9 }),
  'consents of a clinician': () => staff.call(list, { clinicianId }),
  'consents of the commonest template': () => staff.call(list, { templateId }),
  'those under way': () => staff.call(ofTemplate, { templateId }),
  'consents by surname': () => staff.call(list, { search: lastName }),
  'consents by treatment': () => staff.call(list, { search: treatment.split(' ')[0]! }),
  'how many consents': () => staff.call(counts, {}),
  ...Object.fromEntries(
    ['', lastName.slice(0, 1), lastName.slice(0, 3), `${lastName} ${firstName}`, born, phone.slice(0, 5)].map(
      (search, place) => [`patients, search ${place}`, () => staff.call(contract.patients.list, { search })],
    ),
  ),
}

const failures: string[] = []
const results = []
for (const [name, ask] of Object.entries(cases)) {
  const times: number[] = []
  while (times.length < of_each) times.push((await measureTime(ask)).ms)
  const [first, last] = [
    quantile(times.slice(...warm_up_uses), 0.5),
    quantile(times.slice(-measured_uses), 0.5),
  ]
  if (last > first * ratio_max) failures.push(`${name}: ${(last / first).toFixed(2)} times as long at last`)
  results.push({
    asked: name,
    first: first.toFixed(1),
    last: last.toFixed(1),
    ratio: (last / first).toFixed(2),
  })
}
console.table(results)
await close()
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)
