import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { Form } from '../../ui/form.tsx'

/** The VAT number that stands on invoices. */
export function BillingVatForm({
  vatNumber,
  change,
  onChanged,
}: {
  vatNumber: string
  change: (input: { vatNumber: string }) => Promise<{ vatNumber: string }>
  onChanged: () => Promise<void>
}) {
  const [typed, setTyped] = useState(vatNumber)
  const { busy, problem, run } = useTask()
  const toast = useToast()

  async function save(event: FormEvent) {
    event.preventDefault()
    const done = await run(async () => {
      const saved = await change({ vatNumber: typed })
      setTyped(saved.vatNumber)
      await onChanged()
    })
    if (done) toast('Saved. It will appear on the next invoice.')
  }
  const atField = problem?.reason === 'vat-number-refused' || problem?.fields?.length ? problem : null
  return (
    <Panel
      title="VAT number"
      lead="Shown on your invoices. Leave empty if you have none."
      className="max-w-column"
    >
      <Form draft="vat" noValidate onSubmit={(event) => void save(event)} className="space-y-4">
        <TextField
          id="vat-number"
          label="VAT number"
          hint="For example GB 123 4567 89"
          width="medium"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={atField ? (atField.fields?.[0]?.message ?? atField.message) : undefined}
        />
        {!atField && <ProblemMessage problem={problem} />}
        <Button type="submit" variant="quiet" busy={busy}>
          Save VAT number
        </Button>
      </Form>
    </Panel>
  )
}
