import { useRef, useState, type FormEvent } from 'react'
import {
  supporter_hours,
  supporter_name_length_max,
  supporter_relation_length_max,
} from '../../../contract/limits.ts'
import { Button } from '../../ui/plain/button.tsx'
import { errorOf, type FieldProblem } from '../../ui/plain/error-summary.tsx'
import { RadioGroup } from '../../ui/plain/radio-group.tsx'
import { TextField } from '../../ui/plain/text-field.tsx'
import type { Invitation } from './supporter-api.ts'
import { useWords } from './words-context.tsx'
import { fillCount } from './words-text.ts'
import { DraftForm } from '../../ui/plain/draft-form.tsx'

type ShareFormProps = {
  problems: readonly FieldProblem[]
  busy: boolean
  onProblems: (problems: readonly FieldProblem[]) => void
  onSend: (invitation: Invitation, key: string) => void
}

const default_hours = 72

/** Who reads along, how the link reaches them, and for how long. */
export function ShareForm({ problems, busy, onProblems, onSend }: ShareFormProps) {
  const { sharing, locale } = useWords()
  const [by, setBy] = useState<Invitation['by']>('own')
  const sent = useRef({ said: '', key: '' })

  /** The same words sent again are the same invitation. */
  function keyOf(invitation: Invitation): string {
    const serialized = JSON.stringify(invitation)
    if (sent.current.said !== serialized) sent.current = { said: serialized, key: crypto.randomUUID() }
    return sent.current.key
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (field: string) => String(form.get(field) ?? '').trim()
    const invitation = {
      name: typed('name'),
      relation: typed('relation'),
      hours: Number(typed('hours')) as Invitation['hours'],
      by,
      contact: by === 'own' ? '' : typed('contact'),
    }
    const missing: FieldProblem[] = [
      ...(invitation.name === '' ? [{ id: 'name', text: sharing.noName }] : []),
      ...(invitation.relation === '' ? [{ id: 'relation', text: sharing.noRelation }] : []),
      ...(by === 'email' && !/^\S+@\S+\.\S+$/.test(invitation.contact)
        ? [{ id: 'contact', text: sharing.noEmail }]
        : []),
      ...(by === 'sms' && !/\d{6}/.test(invitation.contact.replaceAll(/\D/g, ''))
        ? [{ id: 'contact', text: sharing.noMobile }]
        : []),
    ]
    onProblems(missing)
    if (missing.length === 0) onSend(invitation, keyOf(invitation))
  }

  return (
    <DraftForm draft="share" onSubmit={submit} method="dialog" noValidate className="mt-8 space-y-6">
      <h2>{sharing.add}</h2>
      <TextField
        id="name"
        name="name"
        label={sharing.name}
        error={errorOf(problems, 'name')}
        maxLength={supporter_name_length_max}
        autoComplete="off"
        dir="auto"
      />
      <TextField
        id="relation"
        name="relation"
        label={sharing.relation}
        hint={sharing.relationHint}
        error={errorOf(problems, 'relation')}
        maxLength={supporter_relation_length_max}
        autoComplete="off"
        dir="auto"
      />
      <RadioGroup
        id="by"
        name="by"
        legend={sharing.how}
        value={by}
        options={(['own', 'email', 'sms'] as const).map((value) => ({ value, label: sharing.ways[value] }))}
        onChange={(value) => setBy(value as Invitation['by'])}
      />
      {by !== 'own' && (
        <TextField
          key={by}
          id="contact"
          name="contact"
          label={sharing.contact[by]}
          error={errorOf(problems, 'contact')}
          type={by === 'email' ? 'email' : 'tel'}
          maxLength={254}
          autoComplete="off"
          dir="ltr"
        />
      )}
      <RadioGroup
        id="hours"
        name="hours"
        legend={sharing.long}
        defaultValue={String(default_hours)}
        options={supporter_hours.map((hours) => ({
          value: String(hours),
          label: fillCount(sharing.days, hours / 24, locale),
        }))}
      />
      <Button type="submit" busy={busy}>
        {sharing.send}
      </Button>
    </DraftForm>
  )
}
