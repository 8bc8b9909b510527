import type { ReactNode } from 'react'
import { Button } from './plain/button.tsx'
import { ErrorSummary } from './plain/error-summary.tsx'
import { Panel } from './plain/panel.tsx'
import { ProblemMessage } from './plain/problem-message.tsx'
import type { SettingsForm } from './use-settings-form.ts'
import { Form } from './form.tsx'

type SettingsPanelProps = {
  form: SettingsForm
  title: string
  lead: string
  submitLabel: string
  /** Where somebody else may have changed them meanwhile. */
  onReload?: () => Promise<void>
  children: ReactNode
}

/** One sheet of settings with its own button. */
export function SettingsPanel({ form, title, lead, submitLabel, onReload, children }: SettingsPanelProps) {
  const { errors, busy, problem, submit } = form
  return (
    <Form draft={`settings ${title}`} noValidate onSubmit={submit} className="max-w-column">
      <ErrorSummary errors={errors} />
      <Panel title={title} lead={lead}>
        <div className="space-y-5">{children}</div>
        <ProblemMessage problem={problem} className="mt-6">
          {onReload && problem?.reason === 'changed-meanwhile' && (
            <Button
              variant="quiet"
              size="small"
              className="mt-3"
              onClick={() => void onReload()}
              data-discards
            >
              Discard what I typed and load their changes
            </Button>
          )}
        </ProblemMessage>
        <Button type="submit" busy={busy} className="mt-6">
          {submitLabel}
        </Button>
      </Panel>
    </Form>
  )
}
