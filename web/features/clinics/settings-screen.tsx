import { PageHeader } from '../../ui/page-header.tsx'
import type { ClinicSecurity } from './security-form-reading.ts'
import { SecurityPanel } from './security-panel.tsx'
import { TemplateRulesPanel, type TemplateRules } from './template-rules-panel.tsx'

type SettingsScreenProps = {
  security: ClinicSecurity
  templateRules: TemplateRules
  onChanged: () => Promise<void>
}

/** What a practice decides for itself. */
export function SettingsScreen({ security, templateRules, onChanged }: SettingsScreenProps) {
  return (
    <>
      <PageHeader title="Settings" lead="What this practice decides for itself." className="mb-6" />
      <SecurityPanel security={security} onChanged={onChanged} />
      <TemplateRulesPanel rules={templateRules} onChanged={onChanged} />
    </>
  )
}
