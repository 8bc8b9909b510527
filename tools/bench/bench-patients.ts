import type pg from 'pg'

/** Surnames and first names as common as they are here: the commonest surname is that of one in seventy. */
const surnames =
  'smith,jones,taylor,brown,williams,wilson,johnson,davies,patel,robinson,wright,thompson,evans,walker,white,roberts,green,hall,wood,khan'
const firstNames =
  'mary,john,david,susan,james,margaret,mohammed,sarah,jack,olivia,sian,aisha,priya,eleanor,noah,zoe,ffion,grace,isla,owen'
const nameForRank = (list: string, rank: string) =>
  `coalesce(('{${list}}'::text[])[${rank} + 1], translate(md5(${rank}::text), '0123456789', 'aeioulnrst'))`

const addPatients = `
  insert into patients (clinic_id, first_name, last_name, date_of_birth, phone, search_text)
  select $1, initcap(f), initcap(l), born, phone,
    concat_ws(' ', f, l, born, to_char(born, 'DD/MM/YYYY'), phone)
  from (
    select ${nameForRank(firstNames, 'floor(power(random(), 2) * 800)::int')} as f,
      left(${nameForRank(surnames, 'floor(power(random(), 2) * 5000)::int')}, 9) as l,
      date '1930-01-01' + (random() * 34000)::int as born, '07' || lpad((random() * 1e9)::bigint::text, 9, '0') as phone
    from generate_series(1, $2::int)) made`

/** Gives a practice so many patients, found as those are that were added through the product. */
export async function addBenchPatients(owner: pg.Client, clinicId: string, count: number): Promise<void> {
  await owner.query('alter table patients disable trigger keep_patient_keys')
  await owner.query(addPatients, [clinicId, count])
  // In the order of the index, which takes a quarter of the time.
  await owner.query(
    `insert into patient_keys select clinic_id, status, key, id from patients, patient_keys_of(search_text) key
     where clinic_id = $1 order by key collate "C", id on conflict do nothing`,
    [clinicId],
  )
  await owner.query('alter table patients enable trigger keep_patient_keys')
  await owner.query('vacuum analyze patients')
  await owner.query('vacuum analyze patient_keys')
}
