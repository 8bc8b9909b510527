import { FileDown, FileUp, PenLine } from 'lucide-react'
import { useState } from 'react'
import type { ClinicalReviewPage } from '../../../contract/clinical-reviews.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { DescriptionList, type Description } from '../../ui/description-list.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { AnswerSheetDialog } from './answer-sheet-dialog.tsx'
import { ClinicalReviewBadge, NextReview } from './clinical-review-badge.tsx'
import { ClinicalReviewItems } from './clinical-review-items.tsx'
import { outdatedText, signatureText } from './clinical-review-words.ts'
import { SignReviewDialog } from './sign-review-dialog.tsx'

type ClinicalReviewScreenProps = {
  page: ClinicalReviewPage
  trail: readonly Crumb[]
  /** The template itself. */
  templateHref: string
  onChanged: () => Promise<void>
}

/** The review of one template: who signed which version, what they are asked, and what they answered. */
export function ClinicalReviewScreen({ page, trail, templateHref, onChanged }: ClinicalReviewScreenProps) {
  const [open, setOpen] = useState<'sign' | 'import' | null>(null)
  const close = () => setOpen(null)
  const { templateId, name, version, state } = page
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={trail} />}
        title={name}
        lead={`Clinical review of version ${version}`}
        badge={<ClinicalReviewBadge state={state} />}
        actions={
          <>
            <ButtonLink href={templateHref} variant="quiet">
              Open template
            </ButtonLink>
            {state !== 'disputed' && (
              <Button icon={PenLine} onClick={() => setOpen('sign')}>
                Record signature
              </Button>
            )}
          </>
        }
      />
      <Notices page={page} />
      <div className="mt-6 grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-5 xl:order-2">
          <Panel title="Status">
            <DescriptionList items={factsOf(page)} />
          </Panel>
          <Panel title="Reviewer’s pack">
            <p className="text-muted">
              The PDF has the wording, every claim and its source. The answer sheet goes with it and comes
              back filled in.
            </p>
            <div className="mt-4 flex flex-wrap gap-2">
              <ButtonLink variant="quiet" icon={FileDown} href={packHref(templateId, 'pdf')} download reload>
                Download PDF
              </ButtonLink>
              <ButtonLink variant="quiet" icon={FileDown} href={packHref(templateId, 'csv')} download reload>
                Download answer sheet
              </ButtonLink>
              <Button variant="quiet" icon={FileUp} onClick={() => setOpen('import')}>
                Import answer sheet
              </Button>
            </div>
          </Panel>
          <Panel title="Reviews">
            <ReviewHistory reviews={page.reviews} />
          </Panel>
        </div>
        <ClinicalReviewItems items={page.items} />
      </div>
      {open === 'sign' && <SignReviewDialog page={page} onSigned={onChanged} onClose={close} />}
      {open === 'import' && (
        <AnswerSheetDialog templateId={templateId} onImported={onChanged} onClose={close} />
      )}
    </>
  )
}

const packHref = (templateId: string, format: 'pdf' | 'csv'): string =>
  `/api/admin/clinical-reviews/${templateId}/pack/${format}`

/** Why somebody should look at this template now. */
function Notices({ page }: { page: ClinicalReviewPage }) {
  const { state, isChanged, lastReview, disagreements, outdatedSources, version } = page
  return (
    <div className="mt-5 space-y-3 empty:hidden">
      {state === 'disputed' && (
        <InlineMessage tone="bad" title={`A reviewer disagrees with ${itemsText(disagreements)}`}>
          This version is not signed. Change the wording, or import a new answer sheet from that reviewer.
        </InlineMessage>
      )}
      {isChanged && lastReview && (
        <InlineMessage tone="warn" title="Changed since review">
          {`Version ${lastReview.version} was reviewed. Version ${version} is awaiting clinical review.`}
        </InlineMessage>
      )}
      {outdatedSources.map((source) => (
        <InlineMessage key={source.reference} tone="warn" title={outdatedText(source)}>
          <span className="wrap-anywhere">{source.reference}</span>
        </InlineMessage>
      ))}
    </div>
  )
}

const itemsText = (count: number): string => (count === 1 ? '1 item' : `${count} items`)

function factsOf(page: ClinicalReviewPage): Description[] {
  const { signature, version, hash } = page
  return [
    {
      term: 'Signed by',
      detail: <span dir="auto">{signature ? signatureText(signature) : 'Awaiting clinical review'}</span>,
    },
    { term: 'Version', detail: version },
    { term: 'Fingerprint', detail: <code className="text-small wrap-anywhere">{hash}</code> },
    { term: 'Next review', detail: <NextReview {...page} /> },
  ]
}

function ReviewHistory({ reviews }: Pick<ClinicalReviewPage, 'reviews'>) {
  if (reviews.length === 0) return <EmptyState title="No reviews yet" className="py-4!" />
  return (
    <ul className="space-y-4">
      {reviews.map((review) => (
        <li key={review.id} className="wrap-anywhere">
          <span className="block font-medium" dir="auto">
            {signatureText(review)}
          </span>
          <span className="block text-muted">{outcomeText(review)}</span>
          {review.remarks && (
            <span className="block whitespace-pre-line" dir="auto">
              {review.remarks}
            </span>
          )}
          <span className="block text-small text-muted">
            {`Recorded by ${review.recordedByName}, ${momentText(review.recordedAt)}`}
          </span>
        </li>
      ))}
    </ul>
  )
}

function outcomeText({
  version,
  isCurrentText,
  answers,
  disagreements,
}: ClinicalReviewPage['reviews'][number]) {
  const about = `Version ${version}${isCurrentText ? '' : ' (earlier wording)'}`
  if (disagreements > 0) return `${about}: disagreed with ${disagreements} of ${itemsText(answers)}`
  return answers > 0 ? `${about}: agreed with all ${itemsText(answers)}` : `${about}: signed as a whole`
}
