import { Suspense, useState } from 'react'
import type { PlatformDocumentVersion } from '../../../contract/platform-documents.ts'
import { api, type Api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { dayText, momentText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { RichText } from '../../ui/plain/rich-text.tsx'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { useTask } from '../../ui/use-task.ts'
import { documentKindWords } from './document-words.ts'
import { Form } from '../../ui/form.tsx'

const DraftDialog = lazyPart(async () => ({ default: (await import('./draft-dialog.tsx')).DraftDialog }))
const PublishDialog = lazyPart(async () => ({
  default: (await import('./publish-dialog.tsx')).PublishDialog,
}))
const TextDifference = lazyPart(async () => ({
  default: (await import('./text-difference.tsx')).TextDifference,
}))

type Loaded = Awaited<ReturnType<Api['platformDocuments']['getForAdmin']>>
type DocumentVersionScreenProps = Loaded & {
  /** Of the same document, the newest first. */
  siblings: readonly PlatformDocumentVersion[]
  listHref: string
  onSaved: (versionId: string) => unknown
  onChanged: () => Promise<void>
}

/** One version of a document: its text, what became of it, and how it differs from another. */
export function DocumentVersionScreen(props: DocumentVersionScreenProps) {
  const { version, acceptances, siblings, listHref, onSaved, onChanged } = props
  const [open, setOpen] = useState<'draft' | 'publish'>()
  const isDraft = version.status === 'draft'
  const hasDraft = siblings.some(({ status }) => status === 'draft')
  return (
    <>
      <PageHeader
        back={<BackLink href={listHref}>Documents</BackLink>}
        title={`${documentKindWords[version.kind]}, version ${version.number}`}
        badge={<Badge tone={isDraft ? 'warn' : 'ok'}>{isDraft ? 'Draft' : 'Published'}</Badge>}
        lead={
          version.publishedAt
            ? `Published on ${momentText(version.publishedAt)} by ${version.publishedBy}`
            : `Written on ${momentText(version.at)} by ${version.by}`
        }
        actions={
          <>
            {(isDraft || !hasDraft) && (
              <Button variant="quiet" onClick={() => setOpen('draft')}>
                {isDraft ? 'Edit draft' : 'Create new version'}
              </Button>
            )}
            {isDraft && <Button onClick={() => setOpen('publish')}>Publish</Button>}
          </>
        }
      />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[2fr_1fr]">
        <Panel title={version.title}>
          <RichText html={version.html} />
        </Panel>
        <div className="space-y-5">
          <Panel title="Accepted by">
            {acceptances.length === 0 ? (
              <p className="text-muted">
                {version.needsAcceptance ? 'No one yet.' : 'Acceptance is not required for this version.'}
              </p>
            ) : (
              <ul className="space-y-2">
                {acceptances.map(({ clinicName, by, at }) => (
                  <li key={clinicName + at}>
                    <span dir="auto">{clinicName}</span>
                    <span className="block text-small text-muted">
                      {by}, {dayText(at)}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <Comparison version={version} siblings={siblings} />
        </div>
      </div>
      <Suspense>
        {open === 'draft' && (
          <DraftDialog version={version} onSaved={onSaved} onClose={() => setOpen(undefined)} />
        )}
        {open === 'publish' && (
          <PublishDialog version={version} onChanged={onChanged} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </>
  )
}

type ComparisonProps = Pick<DocumentVersionScreenProps, 'version' | 'siblings'>

function Comparison({ version, siblings }: ComparisonProps) {
  const others = siblings.filter(({ id }) => id !== version.id)
  const [other, setOther] = useState<{ number: number; text: string }>()
  const { busy, problem, run } = useTask()
  if (others.length === 0) return null
  return (
    <Panel title="Changes">
      <Form
        draft="document-version"
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault()
          const versionId = String(new FormData(event.currentTarget).get('other'))
          void run(async () => setOther((await api.platformDocuments.getForAdmin({ versionId })).version))
        }}
      >
        <SelectField
          id="other"
          name="other"
          label="Compare with"
          options={others.map(({ id, number }) => ({ value: id, label: `Version ${number}` }))}
        />
        <Button type="submit" variant="quiet" size="small" busy={busy}>
          Compare
        </Button>
        <ProblemMessage problem={problem} />
      </Form>
      {other && (
        <Suspense>
          <TextDifference
            older={other.number < version.number ? other : version}
            newer={other.number < version.number ? version : other}
          />
        </Suspense>
      )}
    </Panel>
  )
}
