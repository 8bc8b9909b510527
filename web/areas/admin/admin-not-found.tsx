import { MissingPage } from '../../features/identity/missing-page.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'

const AdminNotFound = () => (
  <MissingPage>
    <ButtonLink href="/admin">Go to the dashboard</ButtonLink>
  </MissingPage>
)
export default AdminNotFound
