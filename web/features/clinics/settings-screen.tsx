import { Cable } from 'lucide-react'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { ClinicSecurity } from './security-form-reading.ts'
import { SecurityPanel } from './security-panel.tsx'
import { TemplateRulesPanel, type TemplateRules } from './template-rules-panel.tsx'

type SettingsScreenProps = {
  /** Where other programs are connected; absent for those who may not. */
  connectionsHref: string | undefined
  security: ClinicSecurity
  templateRules: TemplateRules
  onChanged: () => Promise<void>
}

/** What a practice decides for itself. */
export function SettingsScreen({ connectionsHref, security, templateRules, onChanged }: SettingsScreenProps) {
  return (
    <>
      <PageHeader
        title="Settings"
        lead="What this practice decides for itself."
        className="mb-6"
        actions={
          connectionsHref && (
            <ButtonLink href={connectionsHref} variant="quiet" icon={Cable}>
              Connections
            </ButtonLink>
          )
        }
      />
      <SecurityPanel security={security} onChanged={onChanged} />
      <TemplateRulesPanel rules={templateRules} onChanged={onChanged} />
    </>
  )
}
