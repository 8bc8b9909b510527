import { useState } from 'react'
import type { ClinicDocument, PlatformDocumentText } from '../../../contract/platform-documents.ts'
import { api } from '../../api.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'
import { acceptanceBadges, documentKindWords } from './document-words.ts'

type PublishedDocumentsProps = {
  trail: readonly Crumb[]
  documents: readonly ClinicDocument[]
  mayAccept: boolean
  onChanged: () => Promise<void>
}

/** The documents of the platform, to read and, where that is needed, to accept for the practice. */
export function PublishedDocuments({ trail, documents, mayAccept, onChanged }: PublishedDocumentsProps) {
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={trail} />}
        title="Documents"
        lead="Terms, privacy and safety documents. You can keep working before accepting."
      />
      {documents.length === 0 && <EmptyState title="No published documents yet" />}
      <div className="mt-5 space-y-5">
        {documents.map((document) => (
          <DocumentPanel key={document.versionId} {...{ document, mayAccept, onChanged }} />
        ))}
      </div>
    </>
  )
}

type DocumentPanelProps = Omit<PublishedDocumentsProps, 'documents' | 'trail'> & { document: ClinicDocument }

function DocumentPanel({ document, mayAccept, onChanged }: DocumentPanelProps) {
  const { kind, versionId, number, title, publishedAt, change, acceptance, accepted } = document
  const [text, setText] = useState<PlatformDocumentText>()
  const { busy, problem, run } = useTask()
  const toast = useToast()
  const { tone, label } = acceptanceBadges[acceptance]
  const accept = () =>
    run(async () => {
      await api.platformDocuments.accept({ versionId })
      toast('Accepted')
      await onChanged()
    })
  return (
    <Panel
      title={title}
      lead={`${documentKindWords[kind]}, version ${number}, published on ${dayText(publishedAt)}`}
      actions={<Badge tone={tone}>{label}</Badge>}
    >
      {change && number > 1 && <p dir="auto">What changed: {change}</p>}
      {accepted && (
        <p className="text-muted">
          Version {accepted.number} was accepted by {accepted.by} on {dayText(accepted.at)}.
        </p>
      )}
      {text && (
        <div className="mt-4 border-t border-line pt-4">
          <RichText html={text.html} className="max-w-column" />
        </div>
      )}
      <ProblemMessage problem={problem} className="mt-3" />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="quiet"
          busy={busy}
          aria-expanded={text !== undefined}
          onClick={() =>
            text
              ? setText(undefined)
              : void run(async () => setText(await api.platformDocuments.get({ versionId })))
          }
        >
          {text ? 'Close' : 'Read'}
          <span className="sr-only">: {title}</span>
        </Button>
        {text && acceptance === 'waiting' && mayAccept && (
          <Button busy={busy} onClick={() => void accept()}>
            Accept for the practice<span className="sr-only">: {title}</span>
          </Button>
        )}
      </div>
      {acceptance === 'waiting' && !mayAccept && (
        <p className="mt-3 text-muted">Staff with the Access settings permission can accept it.</p>
      )}
    </Panel>
  )
}
