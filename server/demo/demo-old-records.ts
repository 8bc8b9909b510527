import { contract } from '../../contract/index.ts'
import { day_ms } from '../platform/clock.ts'
import type { DemoContext } from './demo-context.ts'

/** Longer ago than any nation asks to keep the record of an adult. */
const old_days = 14 * 366

/** People who came once, long ago, and of whom nothing was heard since. */
const oldPatients = [
  { firstName: 'Winifred', lastName: 'Varley', dateOfBirth: '1931-05-17' },
  { firstName: 'Albert', lastName: 'Winterbourne', dateOfBirth: '1928-10-02' },
]

/** Adds records whose time is over: the practice decides what becomes of them. */
export async function addOldRecords({ clock, owner }: DemoContext): Promise<void> {
  clock.set(Date.now() - old_days * day_ms)
  for (const [number, details] of oldPatients.entries())
    await owner.call(contract.patients.create, details, { key: `demo-old-patient-${number}` })
}
