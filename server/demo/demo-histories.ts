import { contract } from '../../contract/index.ts'
import type { HistoryFact } from '../../contract/histories.ts'
import type { DemoContext } from './demo-context.ts'

const yes = (factor: string, fields: Record<string, string> = {}): HistoryFact => ({
  ...{ factor, answer: 'yes', fields, teeth: null },
})
const no = (factor: string): HistoryFact => ({ factor, answer: 'no', fields: {}, teeth: null })

/** What some of the demo's patients have said of their health: what they take or do adds to the risks of their treatments. */
const demoHistories: { patient: string; facts: HistoryFact[] }[] = [
  { patient: 'Adeyemi', facts: [yes('smoker', { perDay: '10' }), no('warfarin'), no('doac')] },
  {
    patient: 'Oyelaran',
    facts: [
      yes('doac', { drug: 'Apixaban', doseTimes: '8:00 and 20:00', reason: 'An irregular heartbeat' }),
      ...[no('warfarin'), no('bleeding-disorder'), no('smoker')],
    ],
  },
  {
    patient: 'Hollis',
    facts: [
      yes('antiresorptive-low', {
        ...{ drug: 'Alendronic acid, once a week', started: '2022-03-01', reason: 'Thin bones' },
      }),
      ...[no('warfarin'), no('doac'), no('smoker')],
    ],
  },
]

/** Goes through the histories with the patients, before anything is planned for them. */
export async function recordHistories({ owner, patientId }: DemoContext): Promise<void> {
  for (const { patient, facts } of demoHistories) {
    const answers = { version: 0, source: 'patient', facts, isReviewed: true } as const
    // A run that was cut off has saved some of them already.
    const saved = { tolerate: [409] }
    await owner.call(contract.histories.save, { patientId: await patientId(patient), ...answers }, saved)
  }
}
