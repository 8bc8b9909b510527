import type { WizardState, WizardStep } from '../../../contract/setup-wizard.ts'

/** Where a first run goes on: at the first step that is neither done nor skipped. */
export function nextStep({ practice, services }: Pick<WizardState, 'practice' | 'services'>): WizardStep {
  if (!practice) return 'practice'
  return services.find(({ source }) => source === 'open')?.service ?? 'finish'
}
