import { NotFoundPage } from '../../features/identity/not-found-page.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'

const AdminNotFound = () => (
  <NotFoundPage>
    <ButtonLink href="/admin">Go to the dashboard</ButtonLink>
  </NotFoundPage>
)
export default AdminNotFound
