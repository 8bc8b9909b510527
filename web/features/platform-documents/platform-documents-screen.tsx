import type { Api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { documentKindWords } from './document-words.ts'

type Documents = Awaited<ReturnType<Api['platformDocuments']['listForAdmin']>>
type PlatformDocumentsScreenProps = { documents: Documents; hrefOf: (versionId: string) => string }

/** Every document of the platform, with its versions and who has yet to accept it. */
export function PlatformDocumentsScreen({ documents, hrefOf }: PlatformDocumentsScreenProps) {
  return (
    <>
      <PageHeader
        title="Documents"
        lead="Terms, privacy, data processing and safety documents. Published versions cannot be changed."
      />
      <div className="mt-5 grid gap-5 lg:grid-cols-2">
        {documents.map(({ kind, versions, acceptance }) => (
          <Panel
            key={kind}
            title={documentKindWords[kind]}
            lead={
              acceptance
                ? `Accepted by ${acceptance.accepted} of ${acceptance.clinics} active practices`
                : 'Acceptance not required'
            }
          >
            <ul className="divide-y divide-line">
              {versions.map(({ id, number, status, change, by, at, publishedAt, publishedBy }) => (
                <li key={id} className="py-3 first:pt-0 last:pb-0">
                  <p className="flex flex-wrap items-center gap-2">
                    <Link href={hrefOf(id)} className="text-link">
                      Version {number}
                      <span className="sr-only"> of {documentKindWords[kind]}</span>
                    </Link>
                    <Badge tone={status === 'published' ? 'ok' : 'warn'}>
                      {status === 'published' ? 'Published' : 'Draft'}
                    </Badge>
                  </p>
                  {change && <p dir="auto">{change}</p>}
                  <p className="text-small text-muted">
                    {publishedAt
                      ? `Published on ${dayText(publishedAt)} by ${publishedBy}`
                      : `Written on ${dayText(at)} by ${by}`}
                  </p>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  )
}
