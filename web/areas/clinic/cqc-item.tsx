import { useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { ComplianceItemScreen } from '../../features/compliance/compliance-item-screen.tsx'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { parsePeriod, periodSearchParams } from '../../features/compliance/compliance-period.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/cqc-item.ts'
import { consentPaths, protectionPaths, recordPaths, staffPaths, templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Evidence item')

export const clientMiddleware = [requirePermission('accessSettings')]

export async function clientLoader({ params: { itemId }, request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const [query, show] = [
    parsePeriod(params),
    params.get('show') === 'gaps' ? ('gaps' as const) : ('all' as const),
  ]
  const [detail, { people }] = await Promise.all([
    api.compliance.item({ itemId, ...query, show, page: pageIn(params) }, { signal }),
    api.improvementActions.list({ pageSize: 1 }, { signal }),
  ])
  return { query, show, detail, people }
}

const hrefs = {
  consent: consentPaths.detail,
  patient: recordPaths.profile,
  request: protectionPaths.request,
  template: templatePaths.view,
  staff: staffPaths.edit,
  audit: compliancePaths.audit,
  incident: () => compliancePaths.incidents,
}

export default function CqcItem({ loaderData: { query, ...loaded } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <ComplianceItemScreen
        {...loaded}
        hrefs={hrefs}
        overviewHref={compliancePaths.overview + periodSearchParams(query)}
        hrefOfRecords={({ show, page }) =>
          queryWith(params, {
            show: show === 'gaps' ? show : undefined,
            page: page > 1 ? page : undefined,
          })
        }
        busy={useNavigation().state === 'loading'}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load this item" />
)
