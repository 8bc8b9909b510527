import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { EnquiryListScreen, type EnquiryView } from '../../features/enquiries/enquiry-list-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/admin-enquiries.ts'

export const meta = () => pageTitle('Enquiries')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams
  const view: EnquiryView = params.get('view') === 'answered' ? 'answered' : 'open'
  const list = await api.enquiries.listForAdmin({ view, page: pageIn(params) }, { signal: request.signal })
  return { view, list }
}

const hrefOf = (view: EnquiryView, page = 1): string =>
  `/admin/enquiries${queryWith(new URLSearchParams(), {
    view: view === 'open' ? undefined : view,
    page: page > 1 ? page : undefined,
  })}`

export default function AdminEnquiries({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <EnquiryListScreen {...loaderData} hrefOf={hrefOf} onChanged={revalidate} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load enquiries" />
)
