import { expect, test } from 'vitest'
import type { ServiceState, WizardState } from '../../../contract/setup-wizard.ts'
import { nextStep } from './wizard-order.ts'

const practice: NonNullable<WizardState['practice']> = {
  id: '0b1c6f1e-6f0a-4a55-9a39-0d8a3e1b5a01',
  name: 'Mill Lane Dental',
  address: '4 Mill Lane',
  nation: 'england',
  administrator: { name: 'Ada Byrne', email: 'ada@mill-lane.example.org', isRegistered: false },
}
const services = (...sources: ServiceState['source'][]): ServiceState[] =>
  (['mail', 'storage', 'payments'] as const).map((service, place) => ({
    ...{ service, facts: [], entered: {}, savedAt: null, waitsForStart: false },
    source: sources[place]!,
  }))

test.each<[string, WizardState['practice'], ServiceState['source'][], string]>([
  ['nothing is settled', null, ['open', 'open', 'open'], 'practice'],
  [
    'there is no practice, whatever the environment sets',
    null,
    ['environment', 'environment', 'environment'],
    'practice',
  ],
  ['the practice is made', practice, ['open', 'open', 'open'], 'mail'],
  ['mail is set by the environment', practice, ['environment', 'open', 'open'], 'storage'],
  ['mail was skipped and storage kept', practice, ['skipped', 'saved', 'open'], 'payments'],
  ['everything was decided', practice, ['saved', 'skipped', 'skipped'], 'finish'],
])('where %s it goes on there', (_when, made, sources, step) => {
  expect(nextStep({ practice: made, services: services(...sources) })).toBe(step)
})
