import { NotFoundPage } from '../../features/identity/not-found-page.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'

const ClinicNotFound = () => (
  <NotFoundPage>
    <ButtonLink href="/clinic">Go to the dashboard</ButtonLink>
  </NotFoundPage>
)
export default ClinicNotFound
