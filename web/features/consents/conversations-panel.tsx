import { momentText } from '../../ui/plain/date-text.ts'
import { Button } from '../../ui/plain/button.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { ChangeList } from './change-list.tsx'
import type { Consent } from './consent-form-values.ts'
import { copyWords, interpreterWords, modeWords, understandingWords } from './discussion-fields.tsx'

type ConversationsPanelProps = { consent: Consent; onRecord: (() => void) | undefined }

/** The conversations about a consent and who stood by, the newest last. */
export function ConversationsPanel({
  consent: { discussions, attestations },
  onRecord,
}: ConversationsPanelProps) {
  return (
    <Panel title="Conversation">
      {discussions.length === 0 && (
        <p className="text-muted">None recorded yet. Record one before countersigning.</p>
      )}
      <ul className="divide-y divide-line">
        {discussions.map(({ id, on, mode, note, whatMatters, understanding, byName, ...told }) => (
          <li key={id} className="space-y-1.5 py-3 first:pt-0">
            <p className="text-small text-muted">
              {momentText(on)}, {modeWords[mode].toLowerCase()}, <bdi>{byName}</bdi>
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {note}
            </p>
            {whatMatters && (
              <p dir="auto" className="wrap-anywhere">
                <span className="font-medium">What matters to them:</span> {whatMatters}
              </p>
            )}
            {told.childView && (
              <p dir="auto" className="wrap-anywhere">
                <span className="font-medium">The child’s views:</span> {told.childView}
              </p>
            )}
            <p className="text-small">{understandingWords[understanding]}</p>
            {told.interpreter && <p className="text-small">{interpreterWords[told.interpreter]}</p>}
            {told.copy && <p className="text-small">{copyWords[told.copy]}</p>}
          </li>
        ))}
        {attestations.map(({ id, role, name, capacity, statement, at, recordedBy, signed }) => (
          <li key={id} className="space-y-1 py-3">
            <p>
              <span className="font-medium">{role === 'witness' ? 'Witness' : 'Interpreter'}:</span>{' '}
              <bdi>{name}</bdi>
              {capacity && `, ${capacity}`}
            </p>
            <p dir="auto" className="wrap-anywhere">
              “{statement}”
            </p>
            <p className="text-small text-muted">
              {signed &&
                (signed.kind === 'drawn' ? 'Signed by hand on the screen, ' : 'Signed with a typed name, ')}
              {!signed && recordedBy === name && 'Attested with their own account, '}
              {momentText(at)}
            </p>
          </li>
        ))}
      </ul>
      {onRecord && (
        <Button variant="quiet" size="small" className="mt-3" onClick={onRecord}>
          Record a conversation
        </Button>
      )}
    </Panel>
  )
}

type ChangesNoticeProps = { consent: Consent; onConfirm: (() => void) | undefined }

/** What has changed since the patient agreed, and what to do about it. Nothing while nothing has. */
export function ChangesNotice({ consent: { changes }, onConfirm }: ChangesNoticeProps) {
  if (changes.length === 0) return null
  const isNew = changes.some(({ kind }) => kind === 'treatment' || kind === 'age')
  return (
    <InlineMessage tone="warn" title="Reconfirm before treatment" className="mb-5">
      <p className="mb-3">
        {isNew
          ? 'The plan has changed since the patient agreed, or the consent is too old. Replace it with a new consent.'
          : 'Something has changed since the patient agreed.'}
      </p>
      <ChangeList changes={changes} />
      {onConfirm && !isNew && (
        <Button size="small" className="mt-3" onClick={onConfirm}>
          Reconfirm with the patient
        </Button>
      )}
    </InlineMessage>
  )
}
