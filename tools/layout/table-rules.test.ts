import { describe, expect, test } from 'vitest'
import { formatFindings, createSourceTree } from './source-fixture.ts'
import { checkMigrations, checkSqlWrites, checkTableWrites } from './table-rules.ts'

describe('tables', () => {
  const schema = {
    'server/modules/patients/patient-schema.ts': `export const patients = pgTable('patient_rows', {})`,
  }
  const taken = `import { patients as people } from '../patients/patient-schema.ts'\n`
  const check = (store: string, text: string) => {
    const { graph } = createSourceTree({ ...schema, [`server/modules/${store}`]: text })
    return formatFindings([...checkTableWrites(graph), ...checkSqlWrites(graph)])
  }

  test.each([
    `${taken}tx.insert(people).values(a)`,
    `${taken}await tx\n  .update(people)\n  .set(a)`,
    `${taken}tx.delete( people )`,
    taken + 'tx.execute(sql`insert into ${people} values (1)`)',
    `query('delete from patient_rows')`,
    `query('UPDATE app.patient_rows set a = 1')`,
  ])('of another module are not changed: %s', (text) =>
    expect(check('consents/consent-store.ts', text)).toHaveLength(1),
  )

  test('of another module may be read', () =>
    expect(check('consents/consent-store.ts', `${taken}tx.select().from(people)`)).toEqual([]))
  test('are changed by their own module', () => {
    const text = `import { patients } from './patient-schema.ts'\ntx.insert(patients)\nquery('update patient_rows')`
    expect(check('patients/patient-store.ts', text)).toEqual([])
  })
})

describe('the journal of migrations', () => {
  const check = (tags: [tag: string, when: number][], ...found: string[]) => {
    const entries = tags.map(([tag, when]) => ({ tag, when }))
    const texts = Object.fromEntries(found.map((tag) => [`server/migrations/${tag}.sql`, '']))
    const { files } = createSourceTree({
      ...texts,
      'server/migrations/meta/_journal.json': JSON.stringify({ entries }),
    })
    return formatFindings(checkMigrations(files))
  }

  test('lists every file once, each later than the one before', () =>
    expect(
      check(
        [
          ['0000_a', 1],
          ['0001_b', 2],
        ],
        '0000_a',
        '0001_b',
      ),
    ).toEqual([]))
  test('is refused with equal or earlier times', () => {
    expect(
      check(
        [
          ['0000_a', 2],
          ['0001_b', 2],
        ],
        '0000_a',
        '0001_b',
      ),
    ).toHaveLength(1)
    expect(
      check(
        [
          ['0000_a', 2],
          ['0001_b', 1],
        ],
        '0000_a',
        '0001_b',
      ),
    ).toHaveLength(1)
  })
  test('is refused with a file too many or too few', () => {
    expect(check([['0000_a', 1]], '0000_a', '0001_b')).toEqual([
      'server/migrations/0001_b.sql is not in the journal',
    ])
    expect(
      check(
        [
          ['0000_a', 1],
          ['0001_b', 2],
        ],
        '0000_a',
      ),
    ).toHaveLength(1)
  })
  test('is refused with a snapshot besides the newest', () => {
    const { files } = createSourceTree({
      'server/migrations/0000_a.sql': '',
      'server/migrations/0001_b.sql': '',
      'server/migrations/meta/0000_snapshot.json': '{}',
      'server/migrations/meta/0001_snapshot.json': '{}',
      'server/migrations/meta/_journal.json': JSON.stringify({
        entries: [
          { tag: '0000_a', when: 1 },
          { tag: '0001_b', when: 2 },
        ],
      }),
    })
    expect(formatFindings(checkMigrations(files))).toEqual([
      'server/migrations/meta/0000_snapshot.json is not the newest snapshot: delete it',
    ])
  })
})
