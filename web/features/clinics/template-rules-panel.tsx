import { useState, type FormEvent } from 'react'
import { api, type Api } from '../../api.ts'
import { Button } from '../../ui/plain/button.tsx'
import { CheckboxField } from '../../ui/plain/checkbox-field.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { Form } from '../../ui/form.tsx'

export type TemplateRules = Awaited<ReturnType<Api['clinics']['templateRules']>>

type TemplateRulesPanelProps = { rules: TemplateRules; onChanged: () => Promise<void> }

/** What a practice asks of those who write its templates. */
export function TemplateRulesPanel({ rules, onChanged }: TemplateRulesPanelProps) {
  const [needsApproval, setNeedsApproval] = useState(rules.needsApproval)
  const { busy, problem, run } = useTask()
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    const done = await run(async () => {
      await api.clinics.changeTemplateRules({ needsApproval })
      await onChanged()
    })
    if (done) toast('Settings saved. They apply the next time a template is saved.')
  }
  return (
    <Form draft="template-rules" noValidate onSubmit={(event) => void save(event)} className="max-w-column">
      <Panel title="Templates" lead="Apply to everyone who edits this practice’s templates.">
        <CheckboxField
          name="needsApproval"
          label="New template versions need approval by a second person"
          hint="Templates in use are unchanged. New templates and changes stay drafts until approved."
          checked={needsApproval}
          onChange={(event) => setNeedsApproval(event.target.checked)}
        />
        <ProblemMessage problem={problem} className="mt-6" />
        <Button type="submit" busy={busy} className="mt-6">
          Save template settings
        </Button>
      </Panel>
    </Form>
  )
}
