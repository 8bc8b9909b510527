import { Eye, EyeOff, Pin, PinOff } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { ListedPhrase, ListedPhrases, PhraseChoice, PhraseField } from '../../../contract/phrases.ts'
import { api } from '../../api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SkeletonText } from '../../ui/plain/skeleton.tsx'
import { useTask } from '../../ui/use-task.ts'
import { NewPhraseField } from './new-phrase-field.tsx'

type PhraseDialogProps = {
  templateId: string
  clinicianId: string
  clinicianName: string
  /** The gaps that the text has, in the order of the form, by the labels of their fields. */
  fields: readonly { field: PhraseField; label: string }[]
  onClose: () => void
}

type Chosen = { field: PhraseField; text: string; choice: PhraseChoice | null }

/** The phrases of one clinician and template: pinned ones come first, hidden ones are offered no more. */
export function PhraseDialog({ templateId, clinicianId, clinicianName, fields, onClose }: PhraseDialogProps) {
  const [listed, setListed] = useState<ListedPhrases>()
  const reading = useTask()
  const { run } = reading
  const load = useCallback(
    () => run(async () => setListed(await api.phrases.list({ templateId, clinicianId }))),
    [run, templateId, clinicianId],
  )
  useEffect(() => void load(), [load])
  async function choose(chosen: Chosen) {
    await api.phrases.choose({ templateId, clinicianId, ...chosen })
    setListed(await api.phrases.list({ templateId, clinicianId }))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit phrases"
      description={`Phrases suggested for ${clinicianName}. Pinned phrases come first.`}
      size="medium"
    >
      {!listed && reading.busy && <SkeletonText lines={6} />}
      {!listed && reading.problem && <FailedState onRetry={() => void load()} />}
      {listed && fields.length === 0 && <EmptyState title="This template has no fields to fill in" />}
      {listed && (
        <div className="space-y-6">
          {fields.map(({ field, label }) => (
            <PhraseGroup
              key={field}
              label={label}
              phrases={listed[field] ?? []}
              onChoose={(text, choice) => choose({ field, text, choice })}
            />
          ))}
        </div>
      )}
    </Dialog>
  )
}

type PhraseGroupProps = {
  label: string
  phrases: readonly ListedPhrase[]
  onChoose: (text: string, choice: PhraseChoice | null) => Promise<void>
}

function PhraseGroup({ label, phrases, onChoose }: PhraseGroupProps) {
  const { busy, problem, run } = useTask()
  const choose = (text: string, choice: PhraseChoice | null) => run(() => onChoose(text, choice))
  return (
    <section aria-label={label}>
      <h3>{label}</h3>
      <ul className="mt-1 divide-y divide-line">
        {phrases.map((phrase) => (
          <PhraseRow key={phrase.text} phrase={phrase} onChoose={choose} />
        ))}
      </ul>
      <NewPhraseField label={label} busy={busy} onAdd={(text) => choose(text, 'pinned')} />
      <ProblemMessage problem={problem} className="mt-2" />
    </section>
  )
}

type PhraseRowProps = {
  phrase: ListedPhrase
  onChoose: (text: string, choice: PhraseChoice | null) => Promise<boolean>
}

function PhraseRow({ phrase: { text, source, timesSent, choice }, onChoose }: PhraseRowProps) {
  const [isPinned, isHidden] = [choice === 'pinned', choice === 'hidden']
  return (
    <li className="flex items-center gap-2 py-1">
      <span dir="auto" className={`min-w-0 flex-1 ${isHidden ? 'text-muted line-through' : ''}`}>
        {text}
      </span>
      {timesSent > 0 && <span className="text-small text-muted">sent {timesSent}×</span>}
      {source === 'group' && <Badge tone="neutral">Group</Badge>}
      {isHidden && <Badge tone="neutral">Hidden</Badge>}
      <IconButton
        label={`${isPinned ? 'Unpin' : 'Pin'}: ${text}`}
        icon={isPinned ? PinOff : Pin}
        onClick={() => void onChoose(text, isPinned ? null : 'pinned')}
      />
      <IconButton
        label={`${isHidden ? 'Offer again' : 'Hide'}: ${text}`}
        icon={isHidden ? Eye : EyeOff}
        onClick={() => void onChoose(text, isHidden ? null : 'hidden')}
      />
    </li>
  )
}
